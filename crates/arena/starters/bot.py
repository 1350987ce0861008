# A bot in Python: it plays the first legal move. Yours will choose better.
legal = []
while True:
    try:
        words = input().split()
    except EOFError:
        break
    match words[:1]:
        case ["ugi"]: print("id name starter\nugiok", flush=True)
        case ["isready"]: print("readyok", flush=True)
        case ["legal"]: legal = words[1:]
        case ["go"]: print("bestmove", legal[0], flush=True)
        case ["quit"]: break
