# A bot in Bash: it plays the first legal move. Yours will choose better.
while read -r word first rest; do
  case $word in
    ugi) printf 'id name starter\nugiok\n' ;;
    isready) echo readyok ;;
    legal) move=$first ;;
    go) echo "bestmove $move" ;;
    quit) break ;;
  esac
done
