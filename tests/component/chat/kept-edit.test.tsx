import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ConversationComposer } from "@/components/chat/conversation-composer";
import { useConversation } from "@/components/chat/use-conversation";
import { toastStore } from "@/lib/client/toast";
import type { ChatMessageDto } from "@/lib/stream/message-dto";
import { answerCalls } from "@/tests/factories/answers";
import { renderWithTexts } from "@/tests/factories/render";

jest.mock("next/navigation", () => ({ useRouter: () => ({ push: jest.fn(), refresh: jest.fn() }) }));

const CHAT = "0190a000-0000-7000-8000-000000000001";
const question = (id: string, text: string): ChatMessageDto => ({
  id,
  parentId: null,
  role: "user",
  parts: [{ type: "text", text }],
  status: "done",
  error: null,
  modelId: null,
  modelName: null,
  usage: null,
  context: null,
  cost: null,
  comparisonId: null,
  runId: null,
  siblingIds: [id],
  createdAt: "2026-01-01T00:00:00.000Z",
});
const ASKED = question("0190a000-0000-7000-8000-000000000002", "What is due in March?");
const OPTIONS = {
  models: { items: [], defaultId: null },
  reanswerMax: 5,
  modelAccessHref: null,
  voice: { speech: false, transcription: false },
};

const GIVEN = "What was asked elsewhere?";

function Conversation({ items }: { items: ChatMessageDto[] }) {
  const conversation = useConversation({ id: CHAT, messages: { items, hasEarlier: false }, modelId: null });
  return (
    <>
      <button type="button" onClick={() => void conversation.askGiven(GIVEN).catch(() => undefined)}>
        Ask for it
      </button>
      <ConversationComposer
        conversation={conversation}
        options={OPTIONS}
        model={undefined}
        draft={`chat:${CHAT}`}
        max={2000}
        placeholder="Ask"
        blocked={undefined}
        builtinNotice=""
        onSend={(text) => conversation.ask(text)}
        tools={null}
        picker={null}
      />
    </>
  );
}

async function open(items: ChatMessageDto[]) {
  answerCalls({});
  const view = await renderWithTexts(
    <QueryClientProvider client={new QueryClient()}>
      <Conversation items={items} />
    </QueryClientProvider>,
    "en_US",
  );
  return { ...view, input: screen.getByRole("textbox") };
}
const cancel = () => screen.queryByRole("button", { name: "Cancel editing" });

beforeEach(() => window.sessionStorage.clear());

describe("a question that is edited", () => {
  it("is taken back with arrow up, is still edited after a reload, and gives back what was typed before", async () => {
    const before = await open([ASKED]);
    await userEvent.type(before.input, "{ArrowUp}");
    expect(before.input).toHaveValue("What is due in March?");
    await userEvent.type(before.input, " And April?");
    before.unmount();

    const { input } = await open([ASKED]);
    expect(input).toHaveValue("What is due in March? And April?");
    await userEvent.click(cancel()!);
    expect(input).toHaveValue("");
    expect(cancel()).toBeNull();
  });

  it("is given up where it is out of view, and never becomes a new question", async () => {
    const before = await open([ASKED]);
    await userEvent.type(before.input, "{ArrowUp}");
    expect(cancel()).toBeVisible();
    before.unmount();

    const { input } = await open([question("0190a000-0000-7000-8000-000000000003", "Another")]);
    expect(input).toHaveValue("");
    expect(cancel()).toBeNull();
  });
});

describe("a question that was not typed here", () => {
  it("stands in the composer where it was refused, so that nothing is lost", async () => {
    const { input } = await open([]);
    await userEvent.click(screen.getByRole("button", { name: "Ask for it" }));
    await waitFor(() => expect(input).toHaveValue(GIVEN));
  });

  it("takes no other words' place", async () => {
    const { input } = await open([]);
    await userEvent.type(input, "Mine");
    await userEvent.click(screen.getByRole("button", { name: "Ask for it" }));
    await waitFor(() => expect(toastStore.get()).toMatchObject({ kind: "error" }));
    expect(input).toHaveValue("Mine");
  });
});
