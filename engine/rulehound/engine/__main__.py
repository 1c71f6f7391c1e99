"""Serve the reference engines on standard input and output: `python -P -m rulehound.engine`."""

from rulehound.engine.adapter import create
from rulehound.engine.server import serve

if __name__ == "__main__":
    serve(create)
