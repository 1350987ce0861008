// A bot in JavaScript: it plays the first legal move. Yours will choose better.
let legal = [];
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const [word, ...rest] = line.trim().split(/\s+/);
  if (word === "ugi") console.log("id name starter\nugiok");
  else if (word === "isready") console.log("readyok");
  else if (word === "legal") legal = rest;
  else if (word === "go") console.log("bestmove " + legal[0]);
  else if (word === "quit") process.exit(0);
});
