import { api } from "@/lib/client/api-client";
import { ConversationController } from "@/lib/conversation/client/controller";
import type { ChatMessageDto } from "@/lib/stream/message-dto";
import type { StreamLine } from "@/lib/stream/parts";

jest.mock("@/lib/client/api-client", () => ({
  api: { streamPost: jest.fn(), streamGet: jest.fn(), get: jest.fn(), post: jest.fn() },
}));

const get = jest.mocked(api.get);
const post = jest.mocked(api.post);
const streamPost = jest.mocked(api.streamPost);

const message = (id: string) =>
  ({ id, role: "user", parts: [], siblingIds: [id], status: "done" }) as never as ChatMessageDto;
const idsOf = (chat: ConversationController) => chat.snapshot().items.map(({ id }) => id);
const stretch = () => new ConversationController("s", { items: [message("m")], hasEarlier: true, hasLater: true });

beforeEach(() => {
  jest.resetAllMocks();
  globalThis.requestAnimationFrame = () => 1;
  globalThis.cancelAnimationFrame = () => undefined;
});

describe("a stretch of a chat around a message", () => {
  it("is read on to its end, once", async () => {
    const chat = stretch();
    get.mockResolvedValueOnce({ items: [message("n")], hasEarlier: true, hasLater: false });
    await chat.loadLater();
    await chat.loadLater();
    expect(get).toHaveBeenCalledTimes(1);
    expect(get).toHaveBeenCalledWith("/chat/sessions/s/messages", { query: { after: "m", limit: 40 } });
    expect(idsOf(chat)).toEqual(["m", "n"]);
    expect(chat.snapshot()).toMatchObject({ hasEarlier: true, hasLater: false });
  });

  it("is not mistaken for the end when the tab comes back", async () => {
    const chat = stretch();
    await chat.refresh();
    expect(get).not.toHaveBeenCalled();
  });

  it("is left for the end before something is asked", async () => {
    const chat = stretch();
    get.mockResolvedValueOnce({ items: [message("z")], hasEarlier: true, hasLater: false });
    const metadata = { runId: "r", questionId: "q", answerId: "a", modelName: "m" };
    const lines = [
      { type: "start", messageMetadata: metadata },
      { type: "finish", messageMetadata: { status: "done", error: null } },
    ] as unknown as StreamLine[];
    streamPost.mockImplementation(async function* () {
      yield* lines as never[];
    });
    await chat.send("Why?", undefined);
    expect(idsOf(chat)).toEqual(["z", "q", "a"]);
  });

  it("is read back a few messages at a time, the nearest first", async () => {
    const chat = stretch();
    const earlier = Array.from({ length: 20 }, (_, at) => `e${at}`);
    get.mockResolvedValueOnce({ items: earlier.map(message), hasEarlier: false });
    const drawn: [number, boolean][] = [];
    chat.subscribe(() => drawn.push([idsOf(chat).length, chat.snapshot().hasEarlier]));
    await chat.loadEarlier();
    expect(idsOf(chat)).toEqual([...earlier, "m"]);
    expect(drawn).toEqual([
      [9, true],
      [17, true],
      [21, false],
    ]);
  });

  it("is not read back above another branch that came into view meanwhile", async () => {
    const chat = stretch();
    const earlier = Array.from({ length: 20 }, (_, at) => message(`e${at}`));
    get.mockResolvedValueOnce({ items: earlier, hasEarlier: false });
    post.mockResolvedValueOnce({ items: [message("x")], hasEarlier: true, hasLater: false });
    const loading = chat.loadEarlier();
    await chat.show("x");
    await loading;
    expect(idsOf(chat)).toEqual(["x"]);
  });

  it("of another branch is fetched", async () => {
    const chat = stretch();
    post.mockResolvedValueOnce({ items: [message("x")], hasEarlier: false, hasLater: false });
    await chat.open("x");
    expect(post).toHaveBeenCalledWith("/chat/messages/x/open", { limit: 40 });
    expect(idsOf(chat)).toEqual(["x"]);
  });
});
