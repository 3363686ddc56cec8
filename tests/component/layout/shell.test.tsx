import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { NavGroup, ShellData } from "@/components/layout/navigation";
import { ShellFrame } from "@/components/layout/shell-frame";
import { closeLayer } from "@/components/layout/shell-state";
import { browserQueryClient } from "@/lib/client/query-client";
import { answerCalls } from "@/tests/factories/answers";
import { renderWithTexts } from "@/tests/factories/render";

const router = { push: jest.fn(), replace: jest.fn(), refresh: jest.fn() };
let pathname = "/personal/chat";
jest.mock("next/navigation", () => ({ useRouter: () => router, usePathname: () => pathname }));

const group = (id: string, label: string, ...items: [string, string][]): NavGroup => ({
  id,
  label,
  items: items.map(([path, name]) => ({ id: path, label: name, path, icon: null })),
});

const data = (over: Partial<ShellData> = {}): ShellData => ({
  person: { id: "u1", name: "林若溪", avatar: null, department: "经营分析部", permissions: ["PERSONAL:CHAT"] },
  product: { name: "子午", iconUrl: null, logoUrl: null },
  watermark: null,
  main: [group("assistant", "个人助手", ["/personal/chat", "对话"], ["/personal/draft", "AI 绘图"])],
  console: [],
  highlights: [],
  collapsed: false,
  ...over,
});

const shell = (over?: Partial<ShellData>, kind: "main" | "console" = "main") => (
  <ShellFrame kind={kind} data={data(over)}>
    <h1>内容</h1>
  </ShellFrame>
);

const SELF = { id: "u1", name: "林若溪", permission: ["PERSONAL:CHAT"], language: "zh_CN" };
const START_UP = {
  "GET /api/admin/user/self-info": { data: SELF },
  "GET /api/admin/user/get-user-language": { data: { language: "zh_CN" } },
  "GET /api/admin/system-config/load/customConfig": { data: {} },
  "GET /api/notifications": { data: { items: [], next: null, unread: 0 } },
};

let wide = true;

beforeEach(() => {
  pathname = "/personal/chat";
  wide = true;
  localStorage.clear();
  window.matchMedia = ((query: string) => ({ matches: wide, media: query })) as typeof window.matchMedia;
  Element.prototype.scrollIntoView = () => undefined;
  answerCalls(START_UP);
});
afterEach(() => {
  act(closeLayer);
  act(() => browserQueryClient().clear());
});

const ready = () => waitFor(() => expect(screen.queryByText("正在准备你的工作区")).not.toBeInTheDocument());

describe("shell", () => {
  it("shows the areas of the person's menus and marks the current one", async () => {
    pathname = "/personal/chat/abc";
    await renderWithTexts(shell());
    await ready();
    const nav = screen.getByRole("navigation", { name: "主导航" });
    expect(within(nav).getByRole("link", { name: "对话" })).toHaveAttribute("aria-current", "page");
    expect(within(nav).getByRole("link", { name: "AI 绘图" })).not.toHaveAttribute("aria-current");
    expect(within(nav).queryByText("组织空间")).not.toBeInTheDocument();
  });

  it("covers the page until start-up is done, stores the codes, and offers another try when it fails", async () => {
    const broken = { ...START_UP, "GET /api/admin/user/self-info": { code: 500, message: "服务器未知异常" } };
    answerCalls(broken);
    await renderWithTexts(shell());
    expect(screen.getByText("正在准备你的工作区")).toBeInTheDocument();
    expect(await screen.findByText("工作区没有准备好", {}, { timeout: 5000 })).toBeInTheDocument();
    answerCalls(START_UP);
    await userEvent.click(screen.getByRole("button", { name: "重试" }));
    await waitFor(() => expect(screen.queryByText("工作区没有准备好")).not.toBeInTheDocument());
    expect(localStorage.getItem("user-permissions")).toBe('["PERSONAL:CHAT"]');
  }, 10_000);

  it("renders anew when the person's codes have changed", async () => {
    answerCalls({ ...START_UP, "GET /api/admin/user/self-info": { data: { ...SELF, permission: ["SYSTEM"] } } });
    await renderWithTexts(shell());
    await waitFor(() => expect(router.refresh).toHaveBeenCalled());
  });

  it("takes over the account's language", async () => {
    answerCalls({ ...START_UP, "GET /api/admin/user/get-user-language": { data: { language: "en_US" } } });
    await renderWithTexts(shell());
    await waitFor(() => expect(localStorage.getItem("current-locale")).toBe("en_US"));
    expect(document.cookie).toContain("current-locale=en_US");
  });

  it("collapses with the button and with Ctrl B, and remembers it", async () => {
    await renderWithTexts(shell());
    await ready();
    const nav = screen.getByRole("navigation", { name: "主导航" });
    await userEvent.click(screen.getByRole("button", { name: "收起菜单" }));
    expect(nav).toHaveAttribute("data-collapsed", "true");
    expect(document.cookie).toContain("sidebar=collapsed");
    await userEvent.keyboard("{Control>}b{/Control}");
    expect(nav).toHaveAttribute("data-collapsed", "false");
    expect(document.cookie).toContain("sidebar=expanded");
  });

  it("opens the whole menu as a drawer where the sidebar has no room", async () => {
    wide = false;
    await renderWithTexts(shell());
    await ready();
    await userEvent.keyboard("{Control>}b{/Control}");
    const drawer = await screen.findByRole("dialog", { name: "主导航" });
    expect(within(drawer).getByRole("link", { name: "对话" })).toBeInTheDocument();
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("offers system settings to administrators only, and no personal centre before it exists", async () => {
    const first = await renderWithTexts(shell());
    await ready();
    await userEvent.click(screen.getByRole("button", { name: /打开用户菜单/ }));
    const names = (await screen.findAllByRole("menuitem")).map((item) => item.textContent);
    expect(names.join()).not.toContain("系统设置");
    expect(names.join()).not.toContain("个人中心");
    for (const name of ["语言", "外观", "展开或收起菜单", "帮助文档", "隐私声明", "退出登录"]) {
      expect(names.join()).toContain(name);
    }
    first.unmount();
    await renderWithTexts(shell({ person: { ...data().person, permissions: ["PERSONAL:CHAT", "SYSTEM"] } }));
    await userEvent.click(screen.getByRole("button", { name: /打开用户菜单/ }));
    expect(await screen.findByRole("menuitem", { name: "系统设置" })).toHaveAttribute("href", "/system");
  });

  it("jumps to a permitted screen with Ctrl K", async () => {
    await renderWithTexts(
      shell({ console: [group("system", "系统", ["/system/system-manage/model-access", "模型接入"])] }),
    );
    await ready();
    await userEvent.keyboard("{Control>}k{/Control}");
    const search = await screen.findByRole("combobox");
    await userEvent.type(search, "模型");
    expect(screen.queryByRole("option", { name: /AI 绘图/ })).not.toBeInTheDocument();
    await userEvent.keyboard("{Enter}");
    expect(router.push).toHaveBeenCalledWith("/system/system-manage/model-access");
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("lists the shortcuts on ?, but not while someone types or when it is switched off", async () => {
    await renderWithTexts(
      <ShellFrame kind="main" data={data()}>
        <input aria-label="输入" />
      </ShellFrame>,
    );
    await ready();
    await userEvent.type(screen.getByLabelText("输入"), "?");
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    act(() => (document.activeElement as HTMLElement).blur());
    await userEvent.keyboard("?");
    const dialog = await screen.findByRole("dialog", { name: "快捷键" });
    await userEvent.click(within(dialog).getByRole("switch"));
    await userEvent.keyboard("{Escape}");
    await userEvent.keyboard("?");
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("counts unread notifications and lists them with the running tasks", async () => {
    const seen = answerCalls({
      ...START_UP,
      "GET /api/notifications": {
        data: {
          items: [
            {
              id: "n1",
              kind: "x",
              title: "文件已就绪",
              body: "",
              href: null,
              readAt: null,
              createdAt: "2026-11-18T02:00:00Z",
            },
          ],
          next: null,
          unread: 1,
        },
      },
      "GET /api/tasks": {
        data: {
          items: [
            {
              id: "t1",
              kind: "x",
              title: "解析手册.pdf",
              state: "running",
              progress: 38,
              href: null,
              cancellable: true,
              createdAt: "2026-11-18T02:00:00Z",
            },
          ],
        },
      },
      "POST /api/tasks/t1/cancel": {},
    });
    await renderWithTexts(shell());
    const [bell] = await screen.findAllByRole("button", { name: "通知与任务，1 条未读" });
    await userEvent.click(bell!);
    expect(await screen.findByText("文件已就绪")).toBeInTheDocument();
    await userEvent.click(screen.getByRole("tab", { name: /任务/ }));
    expect(await screen.findByText("解析手册.pdf")).toBeInTheDocument();
    expect(screen.getByText("进行中")).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "取消任务" }));
    await waitFor(() => expect(seen.map(({ call }) => call)).toContain("POST /api/tasks/t1/cancel"));
  });

  it("gives the console its own menu and the way back", async () => {
    pathname = "/system/report-v2/app-stats-detail/1/x";
    await renderWithTexts(
      shell(
        {
          console: [group("reports", "报表", ["/system/report-v2/tokens-stats", "Token 统计"])],
          highlights: [["/system/report-v2/app-stats-detail", "/system/report-v2/tokens-stats"]],
        },
        "console",
      ),
    );
    await ready();
    const nav = screen.getByRole("navigation", { name: "控制台导航" });
    expect(within(nav).getByRole("link", { name: "返回工作区" })).toHaveAttribute("href", "/");
    expect(within(nav).getByRole("link", { name: "Token 统计" })).toHaveAttribute("aria-current", "page");
  });
});
