import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { KnowledgeConversation } from "@/components/features/knowledge/chat/conversation";
import type { KnowledgeChatDto } from "@/lib/features/knowledge/chat-dto";
import type { ChatMessageDto } from "@/lib/stream/message-dto";
import type { MessagePart } from "@/lib/stream/parts";
import { answerCalls } from "@/tests/factories/answers";
import { renderWithTexts } from "@/tests/factories/render";

jest.mock("next/navigation", () => ({
  ...jest.requireActual("next/navigation"),
  useRouter: () => ({ push: () => undefined }),
  usePathname: () => "/knowledge-center/knowledge-qa",
}));

const idOf = (n: number) => `01a20da0-1dd1-7305-b770-ffc1ff19f7e${n}`;
const CHAT: KnowledgeChatDto = {
  id: idOf(0),
  title: "Phones",
  bases: [{ id: idOf(1), name: "Rules", icon: "book", ownerName: "Ann", isOwn: false }],
  withdrawn: 1,
  running: false,
  lastMessageAt: "2026-01-02T03:04:05.000Z",
  createdAt: "2026-01-02T03:04:05.000Z",
};
const OPTIONS = {
  models: { items: [], defaultId: null },
  reanswerMax: 5,
  modelAccessHref: null,
  voice: { speech: false, transcription: false },
};
const message = (id: string, role: "user" | "assistant", parts: MessagePart[]): ChatMessageDto => ({
  id,
  parentId: null,
  role,
  parts,
  status: "done",
  error: null,
  modelId: null,
  modelName: "m",
  usage: null,
  context: null,
  cost: null,
  comparisonId: null,
  runId: null,
  siblingIds: [id],
  feedback: null,
  createdAt: "2026-01-02T03:04:05.000Z",
});

it("says what is left out, shows the nearest document of an answer that found nothing, and has its owner asked", async () => {
  const found = [
    { kind: "slice" as const, text: "rules.pdf", versionId: idOf(5), score: 0.1, isKept: false },
    { kind: "slice" as const, text: "", versionId: idOf(6), score: 0.1, isKept: false },
  ];
  const items = [
    message(idOf(2), "user", [{ type: "text", text: "Who invented the telephone?" }]),
    message(idOf(3), "assistant", [
      { type: "text", text: "Not there." },
      {
        type: "steps",
        steps: [
          { name: "search", state: "done", facts: { slices: 2, files: 2, withdrawn: 1 }, ms: 4 },
          { name: "selection", state: "done", facts: { kept: 0, lowest: 0, reranked: "false" }, found, ms: 1 },
        ],
      },
    ]),
  ];
  const owners = `/api/knowledge/answers/${idOf(3)}/owners`;
  const seen = answerCalls({
    [`GET ${owners}`]: { data: { asked: [], open: ["Ann"] } },
    [`POST ${owners}`]: { data: { asked: ["Ann"], open: [] } },
    [`GET /api/knowledge/chats/${CHAT.id}`]: { data: CHAT },
    "GET /api/knowledge/bases": { data: { items: [], total: 0 } },
  });
  await renderWithTexts(
    <QueryClientProvider client={new QueryClient()}>
      <KnowledgeConversation
        chat={CHAT}
        messages={{ items, next: null, hasEarlier: false, hasLater: false }}
        options={OPTIONS}
        target={null}
      />
    </QueryClientProvider>,
    "en_US",
  );
  expect(screen.getByText(/1 knowledge base was deleted or is no longer accessible/)).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "rules.pdf" })).toBeInTheDocument();
  await userEvent.click(await screen.findByRole("button", { name: "Ask the owner" }));
  expect(await screen.findByText("Sent to Ann")).toBeInTheDocument();
  expect(seen.filter(({ call }) => call === `POST ${owners}`)).toHaveLength(1);
});
