import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ChatImport } from "@/components/features/chat/chat-import";
import { browserQueryClient, QueryProvider } from "@/lib/client/query-client";
import type { ChatImportDto } from "@/lib/features/chat/import/dto";
import { answerCalls } from "@/tests/factories/answers";
import { renderWithTexts } from "@/tests/factories/render";

const NONE: ChatImportDto = {
  status: null,
  taskId: null,
  progress: 0,
  made: 0,
  known: 0,
  skipped: 0,
  leftOut: 0,
  failure: null,
};

afterEach(() => act(() => browserQueryClient().clear()));

async function show(data: ChatImportDto) {
  const seen = answerCalls({ "GET /api/chat/imports": { data }, "POST /api/tasks/t1/cancel": {} });
  await renderWithTexts(
    <QueryProvider>
      <ChatImport />
    </QueryProvider>,
    "en_US",
  );
  return { user: userEvent.setup(), seen };
}

it("tells what came, what was there, and what was left out", async () => {
  await show({ ...NONE, status: "done", taskId: "t1", made: 12, known: 1, skipped: 2, leftOut: 3 });
  expect(await screen.findByText("12 chats were imported.")).toBeVisible();
  expect(screen.getByText("1 chat was there already.")).toBeVisible();
  expect(screen.getByText("2 entries were no chat that could be read.")).toBeVisible();
  expect(screen.getByText("3 pictures, files and messages were left out.")).toBeVisible();
  expect(screen.getByRole("button", { name: /^Choose a file/ })).toBeEnabled();
});

it("shows how far it is, and can be cancelled", async () => {
  const { user, seen } = await show({ ...NONE, status: "running", taskId: "t1", progress: 40 });
  expect(await screen.findByText("Importing, 40% done")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(seen.map(({ call }) => call)).toContain("POST /api/tasks/t1/cancel");
});

it("says why it failed", async () => {
  await show({ ...NONE, status: "failed", failure: "chatExportUnreadable" });
  expect(await screen.findByText(/no export of ChatGPT or Open WebUI/)).toBeVisible();
});
