import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { CommandPalette } from "@/components/layout/command-palette";
import { ShellFrame } from "@/components/layout/shell-frame";
import { closeLayer } from "@/components/layout/shell-state";
import { createQueryClient } from "@/lib/client/query-client";
import { answerCalls } from "@/tests/factories/answers";
import { renderWithTexts } from "@/tests/factories/render";

jest.mock("next/navigation", () => ({
  useRouter: () => ({ push: jest.fn(), replace: jest.fn(), refresh: jest.fn() }),
  usePathname: () => "/personal/chat",
}));

beforeEach(() => {
  window.matchMedia = ((query: string) => ({ matches: true, media: query })) as typeof window.matchMedia;
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => act(closeLayer));

const data = {
  person: { id: "u1", name: "林若溪", avatar: null, department: "经营分析部", permissions: ["PERSONAL:CHAT"] },
  product: { name: "子午", iconUrl: null, logoUrl: null },
  watermark: null,
  main: [],
  console: [],
  highlights: [],
  collapsed: false,
};

const close = jest.fn();

beforeEach(() =>
  answerCalls({
    "GET /api/admin/user/self-info": {
      data: { id: "u1", name: "林若溪", permission: ["PERSONAL:CHAT"], language: "zh_CN" },
    },
    "GET /api/admin/user/get-user-language": { data: { language: "zh_CN" } },
    "GET /api/admin/system-config/load/customConfig": { data: {} },
    "GET /api/notifications": { data: { items: [], next: null, unread: 0 } },
  }),
);

// First: the code of the palette arrives once a process.
it("keeps what is typed before the palette's code has arrived, and gives the focus back", async () => {
  await renderWithTexts(
    <ShellFrame kind="main" data={data}>
      <button type="button">内容</button>
    </ShellFrame>,
  );
  await waitFor(() => expect(screen.queryByText("正在准备你的工作区")).not.toBeInTheDocument());
  const before = screen.getByRole("button", { name: "内容" });
  act(() => before.focus());

  fireEvent.keyDown(before, { key: "k", ctrlKey: true });
  expect(screen.queryByRole("combobox")).not.toBeInTheDocument();
  fireEvent.change(document.activeElement!, { target: { value: "新对话" } });
  const input = await screen.findByRole("combobox");
  expect(input).toHaveValue("新对话");
  expect(input).toHaveFocus();

  fireEvent.keyDown(input, { key: "Escape" });
  await waitFor(() => expect(before).toHaveFocus());
  fireEvent.keyDown(before, { key: "k", ctrlKey: true });
  expect(await screen.findByRole("combobox")).toHaveValue("");
});

it("keeps the focus on the words, and closes where somebody presses beside it", async () => {
  await renderWithTexts(
    <QueryClientProvider client={createQueryClient()}>
      <button type="button">内容</button>
      <CommandPalette data={data} onClose={close} />
    </QueryClientProvider>,
  );
  const input = await screen.findByRole("combobox");
  expect(input).toHaveFocus();
  expect(screen.getByRole("dialog")).toHaveAttribute("aria-modal", "true");
  expect(fireEvent.keyDown(input, { key: "Tab" })).toBe(false);

  await act(async () => new Promise((resolve) => setTimeout(resolve)));
  fireEvent.pointerDown(screen.getByRole("button", { name: "内容" }));
  fireEvent.click(screen.getByRole("button", { name: "内容" }));
  await waitFor(() => expect(close).toHaveBeenCalled());
});
