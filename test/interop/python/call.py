"""Orders the dish of the second argument from the server at the URL of the first, and prints the result as JSON.

With --legacy it speaks MCP 2025-11-25, where the server pushes its questions.
"""

import asyncio
import json
import sys

from mcp import Client
from mcp_types import CreateMessageResult, ElicitResult, ListRootsResult, Root, TextContent

mode = "legacy" if "--legacy" in sys.argv else "auto"


async def elicit(context, params):
    if params.message.startswith("Which size"):
        return ElicitResult(action="accept", content={"size": "large"})
    if params.message.startswith("How hot"):
        return ElicitResult(action="accept", content={"level": 3})
    return ElicitResult(action="accept", content={})


async def sample(context, params):
    return CreateMessageResult(role="assistant", model="m", content=TextContent(type="text", text="Tea – of course"))


async def roots(context):
    return ListRootsResult(roots=[Root(uri="file:///menu")])


async def main() -> None:
    client = Client(
        sys.argv[1], mode=mode, elicitation_callback=elicit, sampling_callback=sample, list_roots_callback=roots
    )
    async with client:
        result = await client.call_tool("order", {"dish": sys.argv[2], "guests": 2})
        print(json.dumps(result.structured_content if not result.is_error else str(result.content)))


asyncio.run(main())
