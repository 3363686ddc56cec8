import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { ShellFrame } from "@/components/layout/shell-frame";
import { closeLayer } from "@/components/layout/shell-state";
import { answerCalls } from "@/tests/factories/answers";
import { renderWithTexts } from "@/tests/factories/render";

jest.mock("next/navigation", () => ({
  useRouter: () => ({ push: jest.fn(), replace: jest.fn(), refresh: jest.fn() }),
  usePathname: () => "/personal/chat",
}));

let isWide = true;
beforeEach(() => {
  window.matchMedia = ((query: string) => ({ matches: isWide, media: query })) as typeof window.matchMedia;
  window.requestIdleCallback = (run) => {
    run({ didTimeout: false, timeRemaining: () => 50 });
    return 1;
  };
  window.cancelIdleCallback = () => undefined;
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => act(closeLayer));

const DATA = {
  person: { id: "u1", name: "林若溪", avatar: null, department: "经营分析部", permissions: ["PERSONAL:CHAT"] },
  product: { name: "子午", iconUrl: null, logoUrl: null },
  watermark: null,
  main: [],
  console: [],
  highlights: [],
  collapsed: false,
};

/** It stands in no menu. */
const SCREEN = { href: "/user/collected", name: "我的收藏", words: "书签", kind: "screen" };

/* Issue 19: each layer stands with the press that asked for it, nothing is waited for. One test: code arrives once a process. */
it("stands at the very press of Ctrl K, and the menu of a narrow screen at that of its button", async () => {
  answerCalls({
    "GET /api/admin/user/self-info": {
      data: { id: "u1", name: "林若溪", permission: ["PERSONAL:CHAT"], language: "zh_CN" },
    },
    "GET /api/admin/user/get-user-language": { data: { language: "zh_CN" } },
    "GET /api/admin/system-config/load/customConfig": { data: {} },
    "GET /api/notifications": { data: { items: [], next: null, unread: 0 } },
    "GET /api/palette/places": { data: { items: [], screens: [SCREEN], recent: [] } },
    "GET /api/palette": { data: { items: [] } },
  });
  isWide = false;
  const { unmount } = await renderWithTexts(
    <ShellFrame kind="main" data={DATA}>
      {null}
    </ShellFrame>,
  );
  await waitFor(() => expect(screen.queryByText("正在准备你的工作区")).not.toBeInTheDocument());
  // What was fetched ahead has arrived; nothing of it was rendered so far.
  await act(() => new Promise((resolve) => setTimeout(resolve, 2000)));

  fireEvent.keyDown(window, { key: "k", ctrlKey: true });
  expect(screen.getByRole("combobox")).toHaveFocus();
  fireEvent.change(screen.getByRole("combobox"), { target: { value: "书签" } });
  expect(screen.getByRole("option", { name: /我的收藏/ })).toBeVisible();
  act(closeLayer);
  fireEvent.keyDown(window, { key: "b", ctrlKey: true });
  expect(screen.getByRole("dialog")).toBeVisible();
  unmount();
});
