# A chess engine whose every game is written down: `sh engine.sh NAME`. The opening decides the game,
# and the number of moves made decides the move. The one called "wild" breaks down in some of them.
name=$1
answer() {
    case $position in
    "position startpos"*) game="f2f3 e7e5 g2g4 d8h4" ;;
    *"RNBQKB1R b KQkq"*) game="g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6" ;;
    *"7k/8/5K2/6Q1"*) game="g5g6" ;;
    *"3rK3"*) game="e3d3" ;;
    *" 98 80"*) game="a1a2 e8e7" ;;
    *"6k1/5ppp"*) game="a1a8" ;;
    *"r3k2r"*) game="e1g1 e8c8 a1a2 d8d2 $name $name" ;;
    esac
    made=0
    case $position in *" moves "*) for move in ${position#* moves }; do made=$((made + 1)); done ;; esac
    set -- $game
    shift "$made"
    case $1 in
    wild) exit 3 ;;
    steady) set -- f1a1 ;;
    esac
    echo "info depth $((made + 1)) score cp $((made * 7 - 20)) nodes $((made * 100 + 1))"
    echo "bestmove $1"
}
while read -r line; do
    case $line in
    uci) echo "id name $name" && echo uciok ;;
    isready) echo readyok ;;
    position*) position=$line ;;
    go*) answer ;;
    quit) exit 0 ;;
    esac
done
