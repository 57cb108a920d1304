#!/usr/bin/env python3
"""A bot for tables of `fourfold serve`, written from docs/protocol.md alone.

    pip install websockets
    bot.py LINK --engine "stockfish"                    one board: any UCI engine
    bot.py LINK --thinker "fourfold duplicate think --json"   four boards

LINK is an invitation as the lobby shows it: http://host:4004/#t/TABLE/SEAT/KEY. The bot takes the seat, plays
until the game is over, reconnects after every interruption, and declines all offers.
"""

import argparse
import json
import shlex
import subprocess
import sys
import time
import uuid
from urllib.parse import urlsplit

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

CHESS = ["white", "black"]
DUPLICATE = ["north", "south", "east", "west"]


class Engine:
    """A UCI engine that chooses the moves."""

    def __init__(self, command, milliseconds):
        self.milliseconds = milliseconds
        self.process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.send("uci")
        self.receive("uciok")

    def send(self, line):
        print(line, file=self.process.stdin, flush=True)

    def receive(self, word):
        for line in self.process.stdout:
            if line.split()[:1] == [word]:
                return line.split()
        sys.exit("the engine ended")

    def best(self, table, moves):
        start = f"fen {table['fen']}" if table.get("fen") else "startpos"
        if table.get("chess960"):
            self.send("setoption name UCI_Chess960 value true")
        played = f" moves {' '.join(moves)}" if moves else ""
        self.send(f"position {start}{played}")
        self.send(f"go movetime {self.milliseconds}")
        return self.receive("bestmove")[1]


class Thinker:
    """A program that answers one JSON request per line, as `fourfold duplicate think --json` does."""

    def __init__(self, command, milliseconds):
        self.milliseconds = milliseconds
        self.process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def best(self, table, moves):
        question = {"moves": moves, "ms": self.milliseconds}
        if table.get("rulings"):
            question["rulings"] = table["rulings"]
        print(json.dumps(question), file=self.process.stdin, flush=True)
        return json.loads(self.process.stdout.readline())["move"]


class Game:
    """The bot's copy of its table: the state after the events, as far as a bot needs it."""

    def __init__(self):
        self.table = None
        self.seat = None
        self.head = 0
        self.moves = []
        self.playing = False
        self.over = None

    def seats(self):
        return CHESS if self.table["game"] == "chess" else DUPLICATE

    def load(self, snapshot):
        self.table, self.head = snapshot["table"], snapshot["seq"]
        self.moves = list(snapshot["moves"])
        phase = snapshot["phase"]
        self.playing = phase == "playing"
        self.over = phase["over"] if isinstance(phase, dict) else None

    def apply(self, event):
        if event["seq"] <= self.head:
            return
        self.head = event["seq"]
        kind = event["kind"]
        if kind == "created":
            self.table = event["table"]
        elif kind == "started":
            self.playing = True
        elif kind == "moved" or (kind == "claimed" and not event["right"] and "move" in event):
            self.moves.append(event["move"])
        if "ended" in event:
            self.playing, self.over = False, event["ended"]

    def is_my_turn(self):
        seats = self.seats()
        first = 0
        if self.table.get("fen") and self.table["fen"].split()[1] == "b":
            first = 1
        return self.playing and seats[(first + len(self.moves)) % len(seats)] == self.seat


class Bot:
    def __init__(self, link, name, player):
        parts = urlsplit(link)
        mark, table, *rest = parts.fragment.split("/")
        if mark != "t" or len(rest) != 2:
            sys.exit("expected an invitation such as http://host:4004/#t/TABLE/SEAT/KEY")
        scheme = "wss" if parts.scheme == "https" else "ws"
        self.address = f"{scheme}://{parts.netloc}/t/{table}/ws"
        self.key = rest[1]
        self.name, self.player = name, player
        self.game = Game()
        self.asked = None  # the command that waits for its reply
        self.refused = 0  # the number of consecutive refusals
        self.quiet_until = 0.0  # after a refusal the bot waits before it tries again

    def play(self):
        """Plays until the game is over; returns the ending."""
        wait = 0.2
        while self.game.over is None:
            try:
                with connect(self.address) as socket:
                    again = self.run(socket)
                if again is None:
                    sys.exit("the server closed the connection permanently")
                wait = max(again / 1000, 0.05)
            except (OSError, WebSocketException):
                wait = min(2 * wait, 5)
            if self.game.over is None:
                time.sleep(wait)
        return self.game.over

    def run(self, socket):
        """Runs one connection; returns after how many milliseconds to reconnect, or None for never."""
        hello = {"type": "hello", "v": 1, "key": self.key, "name": self.name}
        if self.game.head:
            hello["have"] = self.game.head
        socket.send(json.dumps(hello))
        while True:
            text = self.receive(socket)
            if text is None:  # the time after a refusal is over
                if self.may_move():
                    self.move(socket)
                continue
            message = json.loads(text)
            kind = message["type"]
            if kind == "bye":
                print(f"bye: {message['code']}", file=sys.stderr)
                return message["retry"]
            if kind == "welcome":
                self.key = message["you"].get("key", self.key)
                self.game.seat = message["you"]["seat"]
                if "snapshot" in message:
                    self.game.load(message["snapshot"])
                for event in message.get("events", []):
                    self.game.apply(event)
                if self.asked:  # it may have been lost with the connection; its id makes repeating it harmless
                    socket.send(json.dumps(self.asked))
            elif kind == "event":
                self.game.apply(message)
                if message["kind"] == "offered" and message["by"] != self.game.seat:
                    self.do(socket, {"do": "decline", "what": message["what"]})
            elif kind == "done" and self.asked and message["id"] == self.asked["id"]:
                self.asked = None
                self.refused = 0
            elif kind == "refused":
                print(f"refused: {message['words']}", file=sys.stderr)
                if self.asked and message["id"] == self.asked["id"]:
                    self.asked = None
                    self.refused += 1
                    self.quiet_until = time.monotonic() + min(0.25 * 2**self.refused, 10)
            if self.game.over:
                return 0
            if self.may_move():
                self.move(socket)

    def receive(self, socket):
        """The next message, or None when a refused move may be tried again."""
        wait = self.quiet_until - time.monotonic()
        try:
            return socket.recv(timeout=wait if wait > 0 else None)
        except TimeoutError:
            return None

    def may_move(self):
        """A refused move is not repeated at once: the server ends connections that flood it."""
        is_free = self.asked is None and time.monotonic() >= self.quiet_until
        return self.game.table and is_free and self.game.is_my_turn()

    def move(self, socket):
        best = self.player.best(self.game.table, self.game.moves)
        self.asked = self.do(socket, {"do": "move", "move": best}, len(self.game.moves))

    def do(self, socket, act, ply=None):
        command = {"type": "do", "id": uuid.uuid4().hex, "act": act}
        if ply is not None:
            command["ply"] = ply
        socket.send(json.dumps(command))
        return command


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("link")
    parser.add_argument("--name", default="bot.py")
    parser.add_argument("--ms", type=int, default=200, help="how long to think about a move")
    who = parser.add_mutually_exclusive_group(required=True)
    who.add_argument("--engine", help="a UCI engine, for one board")
    who.add_argument("--thinker", help="a program for four boards")
    args = parser.parse_args()
    player = Engine(args.engine, args.ms) if args.engine else Thinker(args.thinker, args.ms)
    ended = Bot(args.link, args.name, player).play()
    print(json.dumps(ended))


if __name__ == "__main__":
    main()
