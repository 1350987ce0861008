// A bot in Java: it plays the first legal move. Yours will choose better.
public class Bot {
    public static void main(String[] args) throws java.io.IOException {
        var in = new java.io.BufferedReader(new java.io.InputStreamReader(System.in));
        String[] legal = {};
        for (String line; (line = in.readLine()) != null; ) {
            String[] words = line.trim().split("\\s+");
            if (words[0].equals("ugi")) System.out.println("id name starter\nugiok");
            else if (words[0].equals("isready")) System.out.println("readyok");
            else if (words[0].equals("legal")) legal = words;
            else if (words[0].equals("go")) System.out.println("bestmove " + legal[1]);
            else if (words[0].equals("quit")) return;
        }
    }
}
