import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { DialogHost } from "@/components/common/dialog-host";
import { preloadMessages } from "@/components/common/lazy-messages";
import { SyncPanel } from "@/components/features/directory-sync/sync-panel";
import type { SyncItemDto, SyncRunDto } from "@/lib/features/directory-sync/dto";
import { LOCALES } from "@/lib/i18n/locales";
import { loadMessages } from "@/lib/i18n/messages";
import { type Answers, answerCalls } from "@/tests/factories/answers";
import { renderWithTexts } from "@/tests/factories/render";

const CHANNEL = "c1";
const LIST = `GET /api/admin/login-channels/${CHANNEL}/sync`;
const ONE = "GET /api/admin/login-channels/sync/r1";
const ITEMS = "GET /api/admin/login-channels/sync/r1/items";
const settings = { schedule: "off", hour: 3, disableMaxPercent: 10, departments: true };

const run = (more: Partial<SyncRunDto> = {}): SyncRunDto => ({
  id: "r1",
  channelId: CHANNEL,
  status: "planned",
  trigger: "manual",
  actor: "张伟",
  summary: { "user.disable": 3, "user.conflict": 1, "user.add": 2 },
  total: 5,
  done: 0,
  failed: 0,
  needsReview: false,
  failure: null,
  isStale: false,
  createdAt: "2026-03-01T08:00:00.000Z",
  finishedAt: null,
  ...more,
});
const item: SyncItemDto = {
  no: 0,
  subject: "user",
  action: "move",
  targetId: "u1",
  name: "李雷",
  account: "lilei",
  before: { name: "李雷", email: null, phone: null, departmentId: "d1", department: "总部 / 销售", status: "enabled" },
  after: {
    name: "李雷",
    email: "l@x.cn",
    phone: null,
    departmentId: "d2",
    department: "总部 / 市场",
    status: "enabled",
  },
  addedRoles: [{ id: "r", name: "员工", nameEn: "Staff" }],
  removedRoles: [],
  reason: null,
  state: "planned",
};
const answers = (shown: SyncRunDto | null, more: Answers = {}): Answers => ({
  [LIST]: { data: { items: shown ? [shown] : [], total: shown ? 1 : 0, settings } },
  [ONE]: { data: shown },
  [ITEMS]: { data: { items: [item], total: 1 } },
  ...more,
});
/** The panel's texts have come; how it waits for them is the boundary's own test. */
beforeAll(async () => {
  for (const locale of LOCALES) preloadMessages(locale, ["directory-sync", "login-channels", "validation"]);
  await Promise.all(LOCALES.map(loadMessages));
  await new Promise((resolve) => setTimeout(resolve, 0));
});
const show = (locale: "zh_CN" | "en_US") =>
  renderWithTexts(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <SyncPanel channelId={CHANNEL} />
      <DialogHost />
    </QueryClientProvider>,
    locale,
  );

describe.each([
  [
    "zh_CN",
    { preview: "预览变更", apply: "执行变更", review: "停用并执行", field: "将停用的人数", disable: "停用人员" },
  ],
  [
    "en_US",
    {
      preview: "Preview changes",
      apply: "Apply changes",
      review: "Disable and apply",
      field: "Number of people to disable",
      disable: "Disabled people",
    },
  ],
] as const)("the sync of a channel in %s", (locale, text) => {
  it("begins with a preview where there was none", async () => {
    const started = jest.fn(() => ({ data: { id: "r1" } }));
    answerCalls(answers(null, { [`POST /api/admin/login-channels/${CHANNEL}/sync`]: started }));
    await show(locale);
    await userEvent.click(await screen.findByRole("button", { name: text.preview }));
    await waitFor(() => expect(started).toHaveBeenCalledTimes(1));
  });

  it("shows before and after, and applies once the question is answered", async () => {
    const seen = answerCalls(answers(run(), { "POST /api/admin/login-channels/sync/r1/apply": { data: null } }));
    await show(locale);
    await userEvent.click(await screen.findByRole("button", { name: text.apply }));
    expect(await screen.findByText(/总部 \/ 销售 → 总部 \/ 市场/)).toBeInTheDocument();
    const dialog = await screen.findByRole("alertdialog");
    expect(dialog).toHaveTextContent("3");
    await userEvent.click(within(dialog).getByRole("button", { name: text.apply }));
    await waitFor(() => expect(seen.find(({ call }) => call.endsWith("/apply"))).toMatchObject({ body: {} }));
  });

  it("asks for the number where many would be disabled", async () => {
    const seen = answerCalls(
      answers(run({ needsReview: true }), { "POST /api/admin/login-channels/sync/r1/apply": { data: null } }),
    );
    await show(locale);
    await userEvent.click(await screen.findByRole("button", { name: text.apply }));
    const field = await screen.findByRole("textbox", { name: new RegExp(text.field) });
    const ok = screen.getByRole("button", { name: text.review });
    await userEvent.type(field, "2");
    expect(ok).toBeDisabled();
    await userEvent.clear(field);
    await userEvent.type(field, "3");
    await userEvent.click(ok);
    await waitFor(() =>
      expect(seen.find(({ call }) => call.endsWith("/apply"))).toMatchObject({ body: { disables: 3 } }),
    );
  });

  it("filters by a count, and says so", async () => {
    answerCalls(answers(run()));
    await show(locale);
    const count = await screen.findByRole("button", { name: new RegExp(`${text.disable}\\s*3`) });
    await userEvent.click(count);
    expect(count).toHaveAttribute("aria-pressed", "true");
  });
});

it("says in words why a run failed, and offers no apply when the settings changed", async () => {
  answerCalls(answers(run({ status: "failed", failure: "clientRefused", summary: {}, total: 0 })));
  const view = await show("en_US");
  expect(await screen.findByText(/Reason: The application’s credentials were refused/)).toBeInTheDocument();
  view.unmount();
  answerCalls(answers(run({ isStale: true })));
  await show("en_US");
  expect(await screen.findByText(/Create a new preview/)).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Apply changes" })).toBeNull();
});

it("says when the sync could not be loaded, and tries again", async () => {
  answerCalls({});
  await show("en_US");
  expect(await screen.findByText("The sync could not be loaded")).toBeInTheDocument();
  answerCalls(answers(null));
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Never synchronised")).toBeInTheDocument();
});
