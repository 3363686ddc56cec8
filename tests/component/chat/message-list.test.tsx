import { MessageList } from "@/components/chat/message-list";
import type { ConversationState } from "@/lib/conversation/client/controller";
import { newLiveAnswer } from "@/lib/conversation/client/live-answer";
import { blankMessage } from "@/lib/conversation/client/message-list";
import type { ChatMessageDto } from "@/lib/stream/message-dto";
import { renderWithTexts } from "@/tests/factories/render";

const drawn: string[] = [];
jest.mock("@/components/chat/answer", () => ({
  storedContent: () => ({ text: "" }),
  Answer: ({ message }: { message: { id: string } }) => {
    drawn.push(message.id);
    return null;
  },
}));
jest.mock("@/components/chat/answer-actions", () => ({ AnswerActions: () => null }));

const message = (id: string, role: "user" | "assistant"): ChatMessageDto => ({
  ...blankMessage(id, null, role),
  siblingIds: [id],
});
const items = [message("q1", "user"), message("a1", "assistant"), message("q2", "user"), message("a2", "assistant")];
const handlers = {
  onLoadEarlier: async () => undefined,
  onLoadLater: async () => undefined,
  onToEnd: async () => undefined,
  onReAnswer: () => undefined,
  onShow: () => undefined,
  onContinue: () => undefined,
  onConsent: async () => undefined,
  onEdit: () => undefined,
  onCompare: () => undefined,
};

it("draws only the answer that grows", async () => {
  const live = newLiveAnswer("a2", "r", 0);
  const list = (state: Partial<ConversationState>) => (
    <MessageList
      {...handlers}
      state={{ items, hasEarlier: false, live, isSending: false, ...state }}
      reanswerMax={3}
      instead={() => null}
      endSignal={0}
      footer={null}
      target={null}
    />
  );
  const { rerenderWithTexts } = await renderWithTexts(list({}));
  expect(new Set(drawn)).toEqual(new Set(["a1", "a2"]));
  drawn.length = 0;
  rerenderWithTexts(list({ live: { ...live, text: "more" } }));
  expect(drawn).toEqual(["a2"]);
});
