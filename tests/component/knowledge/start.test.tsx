import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { takeHandover } from "@/components/chat/handover";
import { KnowledgeStart } from "@/components/features/knowledge/chat/start";
import { answerCalls } from "@/tests/factories/answers";
import { renderWithTexts } from "@/tests/factories/render";

const push = jest.fn();
jest.mock("next/navigation", () => ({
  ...jest.requireActual("next/navigation"),
  useRouter: () => ({ push }),
  usePathname: () => "/knowledge-center/main",
}));

const idOf = (n: number) => `01a20da0-1dd1-7305-b770-ffc1ff19f7e${n}`;
const base = (n: number) => ({ id: idOf(n), name: `Base ${n}`, icon: "book", fileCount: n, description: "" });
const OPTIONS = {
  models: { items: [], defaultId: null },
  reanswerMax: 5,
  modelAccessHref: null,
  voice: { speech: false, transcription: false },
};

beforeEach(() => {
  push.mockClear();
  window.sessionStorage.clear();
});

it("takes one to three bases and a question, and begins the conversation with them", async () => {
  const items = [1, 2, 3, 4].map(base);
  const seen = answerCalls({
    "GET /api/knowledge/bases": { data: { items, total: items.length } },
    "GET /api/knowledge/shortcuts": { data: { items: [] } },
    "GET /api/chat/sessions": { data: { items: [] } },
    "POST /api/knowledge/chats": { data: { id: idOf(9), title: "", bases: [], withdrawn: 0, running: false } },
  });
  await renderWithTexts(
    <QueryClientProvider client={new QueryClient()}>
      <KnowledgeStart options={OPTIONS} />
    </QueryClientProvider>,
    "en_US",
  );
  const input = screen.getByRole("textbox");
  await userEvent.type(input, "What is it?{Enter}");
  // No base yet: nothing is sent, nothing is lost.
  expect(input).toHaveValue("What is it?");
  const cards = within(await screen.findByRole("region", { name: "Recently changed" }));
  for (const name of ["Base 1", "Base 2", "Base 3"]) await userEvent.click(await cards.findByRole("button", { name }));
  expect(cards.getByRole("button", { name: "Base 4" })).toBeDisabled();
  await userEvent.click(cards.getByRole("button", { name: "Base 3" }));
  await userEvent.type(input, "{Enter}");
  await waitFor(() => expect(push).toHaveBeenCalledWith(`/knowledge-center/knowledge-qa?session=${idOf(9)}`));
  const made = seen.find(({ call }) => call.startsWith("POST"));
  expect(made?.body).toEqual({ baseIds: [idOf(1), idOf(2)] });
  expect(takeHandover(idOf(9))?.question).toBe("What is it?");
});

it("opens the choice of bases at an @ where a word begins, and takes the sign away with the choice", async () => {
  const items = [1, 2].map(base);
  answerCalls({
    "GET /api/knowledge/bases": { data: { items, total: items.length } },
    "GET /api/knowledge/shortcuts": { data: { items: [] } },
    "GET /api/chat/sessions": { data: { items: [] } },
  });
  await renderWithTexts(
    <QueryClientProvider client={new QueryClient()}>
      <KnowledgeStart options={OPTIONS} />
    </QueryClientProvider>,
    "en_US",
  );
  const input = screen.getByRole("textbox");
  await userEvent.type(input, "mail@");
  expect(screen.queryByRole("dialog")).toBeNull();
  await userEvent.type(input, " @");
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(await dialog.findByRole("checkbox", { name: /Base 2/ }));
  expect(input).toHaveValue("mail@ ");
  expect(screen.getByRole("button", { name: "Bases 1/3" })).toBeInTheDocument();
});
