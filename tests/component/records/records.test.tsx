import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { DialogHost } from "@/components/common/dialog-host";
import { OwnRecords } from "@/components/features/records/own-records";
import { PolicyDrawer } from "@/components/features/records/policy-drawer";
import { ReadsDrawer } from "@/components/features/records/reads-drawer";
import { RecordsScreen } from "@/components/features/records/records-screen";
import { dialogStore } from "@/lib/client/dialogs";
import { browserQueryClient, QueryProvider } from "@/lib/client/query-client";
import type { PoliciesDto, RecordDetailDto, RecordDto, RecordPolicy } from "@/lib/features/records/dto";
import { type Answers, answerCalls } from "@/tests/factories/answers";
import { renderWithTexts } from "@/tests/factories/render";

const push = jest.fn();
jest.mock("next/navigation", () => ({ ...jest.requireActual("next/navigation"), useRouter: () => ({ push }) }));

const ID = "01930000-0000-7000-8000-00000000000";
const record = (no: number, over: Partial<RecordDto> = {}): RecordDto => ({
  id: `${ID}${no}`,
  createdAt: "2026-11-21T04:00:00.000Z",
  sessionId: `${ID}9`,
  app: "chat",
  user: { id: `${ID}8`, name: "李雷", account: "lilei" },
  department: { id: `${ID}7`, name: "市场部" },
  modelId: null,
  modelName: "fake",
  status: "done",
  error: null,
  feedback: null,
  feedbackReason: null,
  inputTokens: 1200,
  outputTokens: 34,
  estimated: false,
  costMicros: 1_500_000,
  unpriced: 0,
  currency: "CNY",
  firstTokenMs: 300,
  durationMs: 1500,
  support: null,
  closed: null,
  title: "鲸",
  question: "鲸鱼睡在哪里",
  feedbackText: null,
  ...over,
});
const page = (items: RecordDto[]) => ({ data: { items, next: null, totalAtMost: items.length } });

async function show(ui: React.ReactNode, answers: Answers, locale: "zh_CN" | "en_US" = "zh_CN") {
  const seen = answerCalls(answers);
  await renderWithTexts(
    <QueryProvider>
      {ui}
      <DialogHost />
    </QueryProvider>,
    locale,
  );
  return { user: userEvent.setup(), seen };
}

beforeAll(() => {
  Element.prototype.scrollIntoView = () => undefined;
  Element.prototype.hasPointerCapture = () => false;
});
afterEach(() => {
  act(() => {
    browserQueryClient().clear();
    dialogStore.set(() => []);
  });
  window.history.replaceState(null, "", "/");
});

const FIRST = { filter: {}, open: null };

describe("the console's records", () => {
  it.each([
    ["zh_CN", "内容隐藏", "赞"],
    ["en_US", "Hidden", "Liked"],
  ] as const)("show words or why there are none, in %s", async (locale, hidden, liked) => {
    const closed = record(2, { closed: "policy", question: null, title: null, feedback: "like" });
    await show(
      <RecordsScreen first={FIRST} canMakePrompt={false} />,
      { "GET /api/admin/records": page([record(1), closed]) },
      locale,
    );
    const rows = within(await screen.findByRole("table")).getAllByRole("row");
    expect(rows[1]).toHaveTextContent("鲸鱼睡在哪里");
    expect(rows[1]).toHaveTextContent("1,234");
    expect(rows[1]).toHaveTextContent("¥1.50");
    expect(rows[2]).toHaveTextContent(hidden);
    expect(rows[2]).toHaveTextContent(liked);
  });

  it("open a conversation by a press of its own only", async () => {
    const detail: RecordDetailDto = { ...record(1), calls: [{ requestId: "run-1", logId: `${ID}5` }] };
    const message = { parentId: null, status: "done", error: null, modelId: null, usage: null, runId: null };
    const { user, seen } = await show(<RecordsScreen first={{ ...FIRST, open: `${ID}1` }} canMakePrompt={false} />, {
      "GET /api/admin/records": page([record(1)]),
      [`GET /api/admin/records/${ID}1`]: { data: detail },
      [`POST /api/admin/records/${ID}1/content`]: {
        data: {
          title: "鲸",
          items: [
            {
              ...message,
              id: `${ID}6`,
              role: "user",
              modelName: null,
              siblingIds: [],
              createdAt: detail.createdAt,
              parts: [
                { type: "file", fileId: "f", name: "鲸.pdf", mediaType: "application/pdf" },
                { type: "text", text: "鲸鱼睡在哪里" },
              ],
            },
            {
              ...message,
              id: `${ID}1`,
              role: "assistant",
              modelName: "fake",
              siblingIds: [],
              createdAt: detail.createdAt,
              parts: [{ type: "text", text: "在海里[^c1]" }],
            },
          ],
        },
      },
    });
    const drawer = await screen.findByRole("dialog");
    const link = await within(drawer).findByRole("link", { name: "在网关日志中查看" });
    expect(link).toHaveAttribute("href", `/system/gateway/model-supplier?tab=log&open=${ID}5`);
    expect(drawer).toHaveTextContent("李雷 也会看到你查看过");
    expect(seen.map(({ call }) => call)).not.toContain(`POST /api/admin/records/${ID}1/content`);
    await user.click(within(drawer).getByRole("button", { name: "查看对话内容" }));
    await waitFor(() => expect(drawer).toHaveTextContent("在海里"));
    expect(drawer).not.toHaveTextContent("[^c1]");
    expect(drawer).toHaveTextContent("附带文件 鲸.pdf");
  });
});

const policy: RecordPolicy = { retentionDays: null, mayDelete: true, adminAccess: "metadata" };

describe("own records", () => {
  const answers = (own: RecordPolicy): Answers => ({
    "GET /api/user/records": page([record(1)]),
    "GET /api/user/records/policy": { data: own },
    "GET /api/user/records/reads": { data: { items: [], next: null } },
    [`DELETE /api/chat/sessions/${ID}9`]: {},
    [`POST /api/chat/messages/${ID}1/show`]: { data: { items: [], hasEarlier: false } },
  });

  it("say what holds for them, and are deleted with their conversation", async () => {
    const { user, seen } = await show(<OwnRecords first={FIRST} />, answers(policy), "en_US");
    await screen.findByText(/Administrators see figures only/);
    await user.click(await screen.findByRole("checkbox", { name: "Select the round “鲸鱼睡在哪里”" }));
    await user.click(within(screen.getByRole("toolbar")).getByRole("button", { name: "Delete chats" }));
    const question = await screen.findByRole("alertdialog", { name: "Delete 1 chat?" });
    await user.click(within(question).getByRole("button", { name: "Delete chats" }));
    await waitFor(() => expect(seen.map(({ call }) => call)).toContain(`DELETE /api/chat/sessions/${ID}9`));
  });

  it.each([
    ["zh_CN", /^韩梅 查看了 2026 年 11 月 3 日 .*的一次模型调用（开放 API）/, /一次模型调用，所属对话 鲸鱼/],
    ["en_US", /^韩梅 opened the model call of 3 Nov .*\(Open API\)/, /opened the model call of .* in 鲸鱼/],
  ] as const)("list calls of models that were opened in the request log, in %s", async (locale, outside, inside) => {
    const read = { createdAt: "2026-11-04T08:00:00.000Z", reader: { name: "韩梅", account: "han" } };
    const at = "2026-11-03T08:00:00.000Z";
    const items = [
      { ...read, id: "1", title: "", call: { app: "open-api", at }, hasConversation: false, href: null },
      { ...read, id: "2", title: "鲸鱼", call: { app: "chat", at }, hasConversation: true, href: "/chat/1" },
    ];
    await show(
      <ReadsDrawer onClose={() => undefined} />,
      { "GET /api/user/records/reads": { data: { items, next: null } } },
      locale,
    );
    const rows = await screen.findAllByRole("listitem");
    expect(rows[0]).toHaveTextContent(outside);
    expect(rows[1]).toHaveTextContent(inside);
  });

  it("offer no deletion where the department keeps them, and lead to the conversation", async () => {
    const own = { ...policy, mayDelete: false, retentionDays: 90, adminAccess: "content" as const };
    const { user } = await show(<OwnRecords first={FIRST} />, answers(own));
    await screen.findByText(/最后一条消息 90 天后删除.*不允许自行删除.*管理员可以查看内容/);
    expect(screen.queryByRole("checkbox")).toBeNull();
    await user.click(screen.getByRole("button", { name: "“鲸”的更多操作" }));
    expect(await screen.findAllByRole("menuitem")).toHaveLength(1);
    await user.click(screen.getByRole("menuitem", { name: "打开对话" }));
    await waitFor(() => expect(push).toHaveBeenCalledWith(`/personal/chat?id=${ID}9&message=${ID}1`));
  });
});

describe("the policies", () => {
  const departmentId = `${ID}7`;
  const policies = (canEdit: boolean): PoliciesDto => ({
    canEdit,
    items: [{ departmentId, name: "市场部", depth: 0, policy, isOwn: true, fromName: "市场部", revision: "r1" }],
  });

  it("ask before less is kept, and say no to days out of range", async () => {
    const { user, seen } = await show(<PolicyDrawer departmentId={departmentId} onClose={() => undefined} />, {
      "GET /api/admin/records/policies": { data: policies(true) },
      [`PUT /api/admin/records/policies/${departmentId}`]: {},
    });
    const drawer = await screen.findByRole("dialog", { name: "市场部的隐私策略" });
    await user.click(within(drawer).getByRole("switch", { name: "长期保留对话" }));
    const days = within(drawer).getByLabelText(/最后一条消息后保留的天数/);
    await user.clear(days);
    await user.type(days, "0");
    await user.click(within(drawer).getByRole("button", { name: "保存" }));
    expect(days).toBeInvalid();
    await user.clear(days);
    await user.type(days, "30");
    await user.click(within(drawer).getByRole("radio", { name: /包括内容/ }));
    await user.click(within(drawer).getByRole("button", { name: "保存" }));
    const question = await screen.findByRole("alertdialog");
    expect(question).toHaveTextContent("早于 30 天");
    await user.click(within(question).getByRole("button", { name: "保存并删除" }));
    await waitFor(() =>
      expect(seen.find(({ call }) => call.startsWith("PUT"))?.body).toEqual({
        retentionDays: 30,
        mayDelete: true,
        adminAccess: "content",
        revision: "r1",
      }),
    );
  });

  it("are only read by whoever may not change them", async () => {
    await show(
      <PolicyDrawer onClose={() => undefined} />,
      { "GET /api/admin/records/policies": { data: policies(false) } },
      "en_US",
    );
    expect(await screen.findByText(/You can view the policies/)).toBeInTheDocument();
    expect(screen.getByRole("listitem")).toHaveTextContent("Figures only");
    expect(within(screen.getByRole("listitem")).queryByRole("button")).toBeNull();
  });
});
