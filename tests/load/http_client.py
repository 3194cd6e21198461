"""A minimal HTTP/1.1 client on asyncio with one connection per task: the load generator must be cheaper than the server."""

import asyncio
import json
import time


class Connection:
    """A connection that is kept alive, and opened again after an error."""

    def __init__(self, host, port):
        self.host, self.port = host, port
        self.reader = self.writer = None

    async def request(self, method, path, token=None, body=None):
        """Returns status, body and the elapsed seconds."""
        started = time.perf_counter()
        if self.reader is not None and self.reader.at_eof():
            # The server has closed the idle connection.
            self.close()
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection(self.host, self.port)
        content = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nhost: {self.host}:{self.port}\r\ncontent-length: {len(content)}\r\n"
        if body is not None:
            head += "content-type: application/json\r\n"
        if token is not None:
            head += f"authorization: Bearer {token}\r\n"
        self.writer.write(head.encode() + b"\r\n" + content)
        try:
            status, text = await self._response()
        except (OSError, asyncio.IncompleteReadError):
            self.close()
            raise
        return status, text, time.perf_counter() - started

    async def _response(self):
        head = await self.reader.readuntil(b"\r\n\r\n")
        status_line, *lines = head.decode("latin-1").split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in lines if ": " in line)
        if "chunked" in headers.get("transfer-encoding", ""):
            body = await self._chunks()
        else:
            body = await self.reader.readexactly(int(headers.get("content-length", "0")))
        if headers.get("connection") == "close":
            self.close()
        return int(status_line.split(" ")[1]), body

    async def _chunks(self):
        body = b""
        while size := int(await self.reader.readline(), 16):
            body += await self.reader.readexactly(size)
            await self.reader.readline()
        await self.reader.readline()
        return body

    def close(self):
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None
