import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AppScreen } from "@/components/features/reports/app-screen";
import { DashboardScreen } from "@/components/features/reports/dashboard-screen";
import { browserQueryClient, QueryProvider } from "@/lib/client/query-client";
import { readDashboardState } from "@/lib/features/reports/address";
import type { AppDto, DashboardDto, Figures, GroundednessDto, RowDto } from "@/lib/features/reports/dto";
import { type Answers, answerCalls } from "@/tests/factories/answers";
import { renderWithTexts } from "@/tests/factories/render";

const figures = (over: Partial<Figures> = {}): Figures => ({
  calls: 100,
  failed: 2,
  questions: 40,
  sessions: 10,
  tokens: 186_400_000,
  inputTokens: 120_000_000,
  outputTokens: 66_400_000,
  reasoningTokens: 0,
  cachedTokens: 0,
  images: 3,
  audioMs: 0,
  characters: 0,
  costMicros: 12_340_000,
  unpriced: 0,
  firstTokenMs: 1380,
  firstTokenP50: 900,
  firstTokenP95: 600_000,
  ...over,
});
const row = (key: string, name: string, over: Partial<RowDto> = {}): RowDto => ({
  key,
  name,
  removed: false,
  detail: "",
  figures: figures(),
  tokensBefore: 1,
  ...over,
});
const none = { items: [], others: { count: 0, tokens: 0 } };

const dashboard = (over: Partial<DashboardDto> = {}): DashboardDto => ({
  range: { from: "2026-11-15", to: "2026-11-21" },
  before: { from: "2026-11-08", to: "2026-11-14" },
  today: "2026-11-21",
  timeZone: "Asia/Shanghai",
  currency: "CNY",
  totals: figures(),
  totalsBefore: figures({ tokens: 100_000_000, firstTokenMs: 2760, failed: 0 }),
  people: 1284,
  peopleBefore: 1000,
  series: ["2026-11-20", "2026-11-21"].map((period) => ({ period, figures: figures() })),
  peopleSeries: [],
  tops: {
    app: { items: [row("chat", "chat"), row("my.agent", "my.agent")], others: { count: 0, tokens: 0 } },
    model: {
      items: [row("m1", "DeepSeek-V3.2"), row("m2", "old", { removed: true })],
      others: { count: 4, tokens: 6_400_000 },
    },
    department: none,
    user: none,
  },
  projection: { spentMicros: 12_000_000, projectedMicros: 18_000_000, unpriced: 0 },
  check: { day: "2026-11-20", checkedAt: "2026-11-20T19:20:00Z", differences: 0 },
  ...over,
});

async function show(
  data: DashboardDto,
  { locale = "zh_CN" as "zh_CN" | "en_US", canDrill = true, answers = {} as Answers } = {},
) {
  const seen = answerCalls(answers);
  await renderWithTexts(
    <QueryProvider>
      <DashboardScreen first={data} state={readDashboardState({ period: "7d" })} canDrill={canDrill} />
    </QueryProvider>,
    locale,
  );
  return { seen, user: userEvent.setup() };
}

const figure = (label: string) => screen.getByText(label, { selector: "dt" }).closest("div")!;

beforeAll(() => {
  Element.prototype.scrollIntoView = () => undefined;
  Element.prototype.hasPointerCapture = () => false;
});
afterEach(() => {
  act(() => browserQueryClient().clear());
  window.history.replaceState(null, "", "/");
});

describe("an app's figures", () => {
  async function showApp(support: GroundednessDto | null, locale: "zh_CN" | "en_US" = "zh_CN") {
    const data = dashboard();
    const { tops, peopleSeries: _people, projection: _projection, check: _check, ...rest } = data;
    const first: AppDto = { ...rest, app: row("document", "document"), support, tops };
    answerCalls({});
    const state = readDashboardState({ period: "7d" });
    await renderWithTexts(
      <QueryProvider>
        <AppScreen appId="document" first={first} state={state} />
      </QueryProvider>,
      locale,
    );
  }
  const support: GroundednessDto = {
    now: { cited: 1200, supported: 1080 },
    before: { cited: 10, supported: 8 },
    series: [
      { cited: 0, supported: 0 },
      { cited: 1200, supported: 1080 },
    ],
  };

  it("tell how many citations are borne out instead of pictures, where answers cite", async () => {
    await showApp(support);
    expect(figure("引用获支持率")).toHaveTextContent("90%12.5%较上期1,200 句引用中有 1,080 句获原文支持");
    expect(screen.queryByText("生成图片", { selector: "dt" })).toBeNull();
  });

  it("say so in English, and that nothing was cited yet", async () => {
    const none = { cited: 0, supported: 0 };
    await showApp({ now: none, before: none, series: [none, none] }, "en_US");
    expect(figure("Supported citations")).toHaveTextContent(/^Supported citations––$/);
  });

  it("tell of pictures where answers do not cite", async () => {
    await showApp(null);
    expect(figure("生成图片")).toBeInTheDocument();
    expect(screen.queryByText("引用获支持率")).toBeNull();
  });
});

describe("the dashboard", () => {
  it("tells figures with units and their change, in Chinese", async () => {
    await show(dashboard());
    expect(figure("Token 消耗")).toHaveTextContent("186.4百万86.4%较上期");
    expect(figure("活跃用户")).toHaveTextContent("1,284人28.4%");
    expect(figure("首字响应")).toHaveTextContent("1.38秒−50.0%较上期中位数 900 毫秒 · P95 超过 600 秒");
    expect(figure("失败调用")).toHaveTextContent("2次上期无数据占全部调用的 2%");
    expect(screen.getByRole("region", { name: "本月费用" })).toHaveTextContent("¥12.00月底预计¥18.00");
    expect(screen.getByText(/用量核对：.*03:20，无差异/)).toBeInTheDocument();
  });

  it("and in English, without measure words", async () => {
    await show(dashboard(), { locale: "en_US" });
    expect(figure("Tokens used")).toHaveTextContent("186.4M86.4%vs prior");
    expect(figure("Active users")).toHaveTextContent("1,28428.4%");
    expect(screen.getByText("15 Nov 2026 – 21 Nov 2026")).toBeInTheDocument();
  });

  it("names apps in the reader's language, unknown ones as they are, removed models as removed", async () => {
    await show(dashboard());
    expect(screen.getByRole("link", { name: "个人对话" })).toHaveAttribute(
      "href",
      `/system/report-v2/app-stats-detail/chat/${encodeURIComponent("个人对话")}?period=7d`,
    );
    expect(screen.getByRole("link", { name: "my.agent" })).toBeInTheDocument();
    const models = screen.getByRole("region", { name: "模型用量" });
    expect(within(models).getByText("old（已删除）").closest("a")).toBeNull();
    expect(within(models).getByText("其他 4 项")).toBeInTheDocument();
  });

  it("leads nowhere for people who may not see token statistics", async () => {
    await show(dashboard(), { canDrill: false });
    expect(screen.queryAllByRole("link", { name: /个人对话|DeepSeek|全部|Token 统计/ })).toEqual([]);
    expect(screen.getByRole("slider")).not.toHaveAttribute("aria-description");
  });

  it("changes period and grain in the address and asks anew", async () => {
    const { seen, user } = await show(dashboard(), {
      answers: { "GET /api/admin/report/dashboard": { data: dashboard({ people: 7 }) } },
    });
    await user.click(screen.getAllByRole("radio", { name: "月" })[0]!);
    await waitFor(() => expect(figure("活跃用户")).toHaveTextContent("7人"));
    expect(window.location.search).toBe("?period=7d&grain=month");
    await user.click(screen.getAllByRole("button", { name: "时间范围: 最近 7 天" })[0]!);
    await user.click(await screen.findByRole("menuitemradio", { name: "最近一年" }));
    expect(window.location.search).toBe("?period=year&grain=month");
    await waitFor(() => expect(seen).toHaveLength(2));
  });

  it("takes a period of one's own only when it makes sense", async () => {
    const { seen, user } = await show(dashboard(), {
      answers: { "GET /api/admin/report/dashboard": { data: dashboard() } },
    });
    await user.click(screen.getAllByRole("button", { name: /时间范围/ })[0]!);
    await user.click(await screen.findByRole("menuitemradio", { name: "自定义" }));
    expect(window.location.search).toContain("from=2026-11-15&to=2026-11-21");
    await waitFor(() => expect(seen).toHaveLength(1));
    const to = screen.getByLabelText("结束日期");
    await user.clear(to);
    expect(screen.getByRole("alert")).toHaveTextContent("结束日期不能早于开始日期");
    expect(seen).toHaveLength(1);
    await user.type(to, "2026-11-16");
    await waitFor(() => expect(window.location.search).toContain("to=2026-11-16"));
  });

  it("says what belongs here while nothing was used, and keeps figures when reading anew fails", async () => {
    const zero = figures({ calls: 0 });
    const { user } = await show(dashboard({ totals: zero, totalsBefore: zero }));
    expect(screen.getByRole("heading", { name: "这段时间没有用量" })).toBeInTheDocument();
    await user.click(screen.getAllByRole("radio", { name: "月" })[0]!);
    expect(await screen.findByRole("alert")).toHaveTextContent("数据没有加载出来");
  });

  it("warns when the ledger and the figures did not agree", async () => {
    const check = { day: "2026-11-20", checkedAt: "2026-11-20T19:20:00Z", differences: 3 };
    await show(dashboard({ check }));
    expect(screen.getByText(/11 月 20 日 有 3 处差异/)).toBeInTheDocument();
  });
});
