"""Takes orders with the resolvers of the Python SDK: the same questions as in parley.yaml."""

from typing import Annotated, Any, Literal

from mcp.server.elicitation import ElicitationResult
from mcp.server.mcpserver import Elicit, ListRoots, MCPServer, RequestStateSecurity, Resolve, Sample
from mcp_types import CreateMessageResult, ListRootsResult, SamplingMessage, TextContent
from pydantic import BaseModel, ConfigDict, Field


class Size(BaseModel):
    size: Literal["small", "large"]
    note: str = Field("", description="For the cook", max_length=80)


class Spice(BaseModel):
    level: int = Field(ge=0, le=5)


def without_title(schema: dict[str, Any]) -> None:
    schema.pop("title")


class Agreement(BaseModel):
    model_config = ConfigDict(json_schema_extra=without_title)


class Order(BaseModel):
    cook: str
    size: str
    level: int
    drink: str
    folders: list[str]


def size(dish: str) -> Elicit[Size]:
    return Elicit(f"Which size of {dish} – or “menu”?", Size)


def drink(dish: str) -> Sample:
    question = SamplingMessage(
        role="user", content=TextContent(type="text", text=f"Which drink goes with {dish}?")
    )
    return Sample([question], max_tokens=20, temperature=1, system_prompt="You are a waiter.")


def folders() -> ListRoots:
    return ListRoots()


def spice(size: Annotated[Size, Resolve(size)]) -> Elicit[Spice]:
    return Elicit(f"How hot is a {size.size} one?", Spice)


def agree(
    dish: str,
    size: Annotated[Size, Resolve(size)],
    spice: Annotated[ElicitationResult[Spice], Resolve(spice)],
) -> Elicit[Agreement]:
    return Elicit(f"Shall a {size.size} {dish} be cooked?", Agreement)


def kitchen(keys: list[str]) -> MCPServer:
    server = MCPServer("kitchen", request_state_security=RequestStateSecurity(keys=keys))

    @server.tool()
    async def order(
        dish: str,
        size: Annotated[Size, Resolve(size)],
        drink: Annotated[CreateMessageResult, Resolve(drink)],
        folders: Annotated[ListRootsResult, Resolve(folders)],
        spice: Annotated[ElicitationResult[Spice], Resolve(spice)],
        agree: Annotated[Agreement, Resolve(agree)],
        guests: int = 1,
    ) -> Order:
        """Orders a dish, as kitchen.py does."""
        return Order(
            cook="python",
            size=size.size,
            level=spice.data.level if spice.action == "accept" else 0,
            drink=drink.content.text,
            folders=[str(root.uri) for root in folders.roots],
        )

    return server
