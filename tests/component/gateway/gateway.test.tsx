import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { DialogHost } from "@/components/common/dialog-host";
import { Toaster } from "@/components/common/toaster";
import { GatewayScreen } from "@/components/features/gateway/gateway-screen";
import { browserQueryClient, QueryProvider } from "@/lib/client/query-client";
import type {
  ChannelDto,
  LogDetailDto,
  LogRowDto,
  PricedChannelDto,
  RoutedModelDto,
  SupplierDto,
} from "@/lib/features/gateway/dto";
import { readState } from "@/lib/features/gateway/state";
import { type Answers, answerCalls, type SeenCall } from "@/tests/factories/answers";
import { renderWithTexts } from "@/tests/factories/render";

const BASE = "/api/admin/gateway";
const listOf = <T,>(items: T[]) => ({ items, total: items.length });

const supplier = (over: Partial<SupplierDto> = {}): SupplierDto => ({
  id: "s1",
  name: "深度求索",
  template: "deepseek",
  builtin: false,
  baseUrl: "https://api.example.com/v1",
  residency: "境内",
  apiVersion: null,
  requestsPerMinute: null,
  tokensPerMinute: null,
  headerNames: [],
  status: "enabled",
  checkedAt: "2026-11-21T00:00:00Z",
  checkError: null,
  keys: 2,
  models: 3,
  resting: 0,
  callsToday: 10,
  failedToday: 1,
  revision: "r1",
  ...over,
});
const channel = (id: string, priority: number, over: Partial<ChannelDto> = {}): ChannelDto => ({
  id,
  supplierId: "s1",
  supplierName: `供应商 ${id}`,
  supplierStatus: "enabled",
  builtin: false,
  residency: null,
  upstreamModel: "m",
  revision: "r1",
  priority,
  weight: 1,
  status: "enabled",
  price: null,
  keys: [{ id: `k-${id}`, name: "", hint: "9f3a", status: "enabled", breaker: null, latencyMs: null }],
  ...over,
});
const model = (channels: ChannelDto[]): RoutedModelDto => ({
  id: "m1",
  name: "DeepSeek-V4",
  type: "chat",
  enabled: true,
  status: "normal",
  reason: null,
  routing: "weight",
  builtin: false,
  channels,
});

async function show(params: Record<string, string>, answers: Answers): Promise<SeenCall[]> {
  const seen = answerCalls(answers);
  await renderWithTexts(
    <QueryProvider>
      <GatewayScreen state={readState(params)} />
      <DialogHost />
      <Toaster />
    </QueryProvider>,
  );
  return seen;
}
const bodyOf = (seen: SeenCall[], call: string) => seen.find((one) => one.call === `${call}`)?.body;

beforeAll(() => {
  Element.prototype.scrollIntoView = () => undefined;
  Element.prototype.hasPointerCapture = () => false;
});
afterEach(() => {
  act(() => browserQueryClient().clear());
  window.history.replaceState(null, "", "/");
});

describe("suppliers", () => {
  const answers = {
    [`GET ${BASE}/suppliers`]: {
      data: listOf([
        supplier({ id: "s0", name: "Built-in", builtin: true, baseUrl: null }),
        supplier(),
        supplier({ id: "s2", name: "通义千问", resting: 2 }),
        supplier({ id: "s3", name: "旧的", status: "disabled" }),
      ]),
    },
  };

  it("show health in words, keys, calls and failures", async () => {
    await show({}, answers);
    const row = (await screen.findByText("深度求索")).closest("tr")!;
    expect(row).toHaveTextContent("境内");
    expect(row).toHaveTextContent("正常");
    expect(row).toHaveTextContent("10%");
    expect(screen.getByText("通义千问").closest("tr")).toHaveTextContent("2 条通道已暂停");
    expect(screen.getByText("旧的").closest("tr")).toHaveTextContent("已停用");
    expect(within(screen.getByText("内置模型").closest("tr")!).queryByRole("switch")).not.toBeInTheDocument();
  });

  it("filter by state and word, in the address", async () => {
    const user = userEvent.setup();
    // From a later page: another filter begins at the first.
    await show({ page: "2" }, answers);
    await user.click(await screen.findByRole("radio", { name: /已暂停/ }));
    expect(screen.queryByText("深度求索")).not.toBeInTheDocument();
    expect(window.location.search).toBe("?status=resting");
    await user.type(screen.getByRole("searchbox"), "nothing");
    await user.click(screen.getByRole("button", { name: "清除筛选" }));
    expect(screen.getByText("深度求索")).toBeInTheDocument();
    expect(window.location.search).toBe("");
  });

  it("are added with several keys and with what the list tells of models", async () => {
    const user = userEvent.setup();
    const told = {
      id: "m-told",
      type: "chat",
      contextWindow: 32768,
      maxOutputTokens: 4096,
      abilities: ["visual"],
      added: false,
    };
    const seen = await show(
      { open: "add" },
      {
        ...answers,
        [`POST ${BASE}/probe`]: {
          data: { ok: true, latencyMs: 1, error: null, detail: "", models: [told], fromDocumentation: false },
        },
        [`POST ${BASE}/suppliers`]: { data: { id: "s9" } },
        // The prices are asked for next; all of them are known, and the step is over.
        [`GET ${BASE}/prices`]: { data: { ...listOf([]), currency: "CNY", today: "2026-11-21" } },
      },
    );
    const drawer = within(await screen.findByRole("dialog", { name: "添加供应商" }));
    await user.type(drawer.getByLabelText(/服务地址/), "http://127.0.0.1:9100/v1");
    await user.type(drawer.getByLabelText("密钥"), "sk-1");
    await user.click(drawer.getByRole("button", { name: "再加一个密钥" }));
    await user.type(drawer.getByLabelText("密钥 2"), "sk-2");
    await user.click(drawer.getByRole("button", { name: "查找模型" }));
    expect(await drawer.findByText("32K / 4K · 图像理解")).toBeInTheDocument();
    await user.click(drawer.getByRole("checkbox", { name: "m-told" }));
    await user.type(drawer.getByLabelText("手动填写模型或部署名称"), "my-deployment{Enter}");
    await user.click(drawer.getByRole("button", { name: "保存" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(bodyOf(seen, `POST ${BASE}/probe`)).toMatchObject({ secret: "sk-1" });
    expect(bodyOf(seen, `POST ${BASE}/suppliers`)).toMatchObject({
      keys: [{ secret: "sk-1" }, { secret: "sk-2" }],
      models: [
        { upstreamModel: "my-deployment", type: "chat", contextWindow: null },
        { upstreamModel: "m-told", type: "chat", contextWindow: 32768, maxOutputTokens: 4096, abilities: ["visual"] },
      ],
    });
  });

  it("at a new address ask for a key, which takes the place of the stored ones", async () => {
    const user = userEvent.setup();
    const seen = await show({ open: "s1" }, { ...answers, [`PATCH ${BASE}/suppliers/s1`]: {} });
    const drawer = within(await screen.findByRole("dialog", { name: "编辑供应商" }));
    expect(drawer.queryByLabelText(/新地址的密钥/)).not.toBeInTheDocument();
    await user.type(drawer.getByLabelText(/服务地址/), "/another");
    expect(drawer.getByText(/^地址变了，已保存的密钥和请求头不会发往新地址，保存后清除/)).toBeInTheDocument();
    await user.type(drawer.getByLabelText(/新地址的密钥/), "sk-new");
    await user.click(drawer.getByRole("button", { name: "保存" }));
    await waitFor(() =>
      expect(bodyOf(seen, `PATCH ${BASE}/suppliers/s1`)).toMatchObject({
        baseUrl: "https://api.example.com/v1/another",
        secret: "sk-new",
      }),
    );
  });
});

describe("channels", () => {
  const tab = (channels: ChannelDto[], more: Answers = {}) =>
    show({ tab: "channels" }, { [`GET ${BASE}/models`]: { data: listOf([model(channels)]) }, ...more });

  it("move by a step at once, and go back when the server refuses", async () => {
    const user = userEvent.setup();
    const refused = { code: 409, message: "通道已被他人更改" };
    const seen = await tab([channel("a", 0), channel("b", 1)], { [`PUT ${BASE}/models/m1/channels`]: refused });
    expect(await screen.findByText("第 2 级")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "上移 供应商 b · m" }));
    expect(bodyOf(seen, `PUT ${BASE}/models/m1/channels`)).toEqual({ levels: [["a", "b"]] });
    expect(await screen.findByText("通道已被他人更改")).toBeInTheDocument();
    expect(await screen.findByText("第 2 级")).toBeInTheDocument();
  });

  it("are dragged onto another to share its level", async () => {
    const seen = await tab([channel("a", 0), channel("b", 1)], { [`PUT ${BASE}/models/m1/channels`]: {} });
    const [grip] = await screen.findAllByText((_text, element) => element?.getAttribute("draggable") === "true");
    const transfer = { effectAllowed: "", setData: () => undefined };
    const target = screen.getByText("供应商 b").closest("li")!;
    fireEvent.dragStart(grip!, { dataTransfer: transfer });
    fireEvent.dragOver(target, { dataTransfer: transfer });
    fireEvent.drop(target, { dataTransfer: transfer });
    await waitFor(() => expect(bodyOf(seen, `PUT ${BASE}/models/m1/channels`)).toEqual({ levels: [["b", "a"]] }));
  });

  it("say why they rest, and are tried again by the next call", async () => {
    const user = userEvent.setup();
    const retryAt = new Date(Date.now() + 600_000).toISOString();
    const breaker = { state: "open" as const, reason: "supplierQuota", retryAt };
    const key = { id: "k1", name: "主密钥", hint: "", status: "enabled" as const, breaker, latencyMs: null };
    const seen = await tab([channel("a", 0, { keys: [key] })], {
      [`POST ${BASE}/channels/a/retry`]: { data: { resting: true } },
    });
    expect(await screen.findByText("额度不足")).toBeInTheDocument();
    expect(screen.getByText("已暂停", { selector: "li span" })).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "现在重试" }));
    expect(await screen.findByText("下一次调用会试这条通道")).toBeInTheDocument();
    expect(bodyOf(seen, `POST ${BASE}/channels/a/retry`)).toEqual({ keyId: "k1" });
  });
});

describe("prices", () => {
  const priced: PricedChannelDto = {
    channelId: "c1",
    modelId: "m1",
    modelName: "DeepSeek-V4",
    modelType: "chat",
    supplierName: "深度求索",
    builtin: false,
    upstreamModel: "m",
    price: null,
    nextFrom: null,
    known: null,
  };
  const unpriced = { calls: 0, from: null, until: null };

  it("offer the list price with its source and day, and price past calls when asked to", async () => {
    const user = userEvent.setup();
    const known = { currency: "CNY", inputPerMillion: 2_000_000, source: "价格页", asOf: "2025-09-30" } as const;
    const price = { id: "p1", validFrom: "2026-11-01", validUntil: null, currency: "CNY", inputPerMillion: 1 };
    const none = { outputPerMillion: null, cachedPerMillion: null, perImage: null, perMinute: null };
    const items = [{ ...price, ...none, perMillionCharacters: null, deletable: false }];
    const missing = { calls: 3, from: "2026-11-01", until: "2026-11-20" };
    const seen = await show(
      { tab: "prices", open: "c1" },
      {
        [`GET ${BASE}/prices`]: { data: { ...listOf([{ ...priced, known }]), currency: "CNY", today: "2026-11-21" } },
        [`GET ${BASE}/channels/c1/prices`]: { data: { ...listOf(items), unpriced: missing, pricing: null } },
        [`POST ${BASE}/channels/c1/pricing`]: { data: { id: "r1" } },
      },
    );
    const drawer = within(await screen.findByRole("dialog", { name: "价格" }));
    expect(drawer.getByText(/来自 价格页，2025 年 9 月 30 日/)).toBeInTheDocument();
    await user.click(drawer.getByRole("button", { name: "填入" }));
    expect(drawer.getByLabelText("输入，每百万 Token")).toHaveValue("2");
    expect(await drawer.findByText(/有 3 次调用未计价/)).toBeInTheDocument();
    await user.click(drawer.getByRole("button", { name: "为这些调用计价" }));
    await waitFor(() => expect(seen.some((one) => one.call === `POST ${BASE}/channels/c1/pricing`)).toBe(true));
  });

  it.each([
    ["2026-11-20", "11 月 20 日 有 1 次调用未计价。"],
    ["2026-11-22", "11 月 20 日 至 11 月 22 日 有 1 次调用未计价。"],
  ])("say from when until %s calls have none", async (until, words) => {
    const missing = { calls: 1, from: "2026-11-20", until };
    await show(
      { tab: "prices", open: "c1" },
      {
        [`GET ${BASE}/prices`]: { data: { ...listOf([priced]), currency: "CNY", today: "2026-11-23" } },
        [`GET ${BASE}/channels/c1/prices`]: { data: { ...listOf([]), unpriced: missing, pricing: null } },
      },
    );
    const drawer = within(await screen.findByRole("dialog", { name: "价格" }));
    expect(await drawer.findByText(words)).toBeInTheDocument();
  });

  it("are typed in the currency and sent in millionths, exactly", async () => {
    const user = userEvent.setup();
    const seen = await show(
      { tab: "prices", open: "c1" },
      {
        [`GET ${BASE}/prices`]: { data: { ...listOf([priced]), currency: "CNY", today: "2026-11-21" } },
        [`GET ${BASE}/channels/c1/prices`]: { data: { ...listOf([]), unpriced, pricing: null } },
        [`POST ${BASE}/channels/c1/prices`]: { data: { id: "p1" } },
      },
    );
    const drawer = within(await screen.findByRole("dialog", { name: "价格" }));
    await user.click(drawer.getByRole("button", { name: "添加价格" }));
    expect(await drawer.findByText("必填项不能为空")).toBeInTheDocument();
    await user.type(drawer.getByLabelText("输入，每百万 Token"), "0.1");
    await user.type(drawer.getByLabelText("输出，每百万 Token"), "1.005");
    await user.click(drawer.getByRole("button", { name: "添加价格" }));
    await waitFor(() =>
      expect(bodyOf(seen, `POST ${BASE}/channels/c1/prices`)).toEqual({
        validFrom: "2026-11-21",
        validUntil: null,
        inputPerMillion: 100_000,
        outputPerMillion: 1_005_000,
      }),
    );
  });
});

describe("the request log", () => {
  const row: LogRowDto = {
    id: "01a1fd1f-5a10-71ad-aad4-f35ea7eefbaa",
    createdAt: "2026-11-21T08:00:00Z",
    app: "chat",
    userName: "林若溪",
    account: "lin",
    apiKeyName: null,
    modelId: "m1",
    modelName: "DeepSeek-V4",
    kind: "chat",
    outcome: "done",
    error: null,
    attempts: 2,
    inputTokens: 12,
    outputTokens: 5,
    durationMs: 21,
  };
  const detail: LogDetailDto = {
    ...row,
    attempts: [
      {
        supplier: "深度求索",
        upstreamModel: "m",
        keyHint: "主密钥",
        error: "supplierUnauthorized",
        status: 401,
        ms: 4,
      },
      { supplier: "通义千问", upstreamModel: "m", keyHint: "", error: null, status: null, ms: 5 },
    ],
    level: "full",
    hasContent: true,
    firstTokenMs: 20,
    estimated: false,
    costMicros: 1_500_000,
    currency: "CNY",
    replayable: true,
    closed: null,
  };
  const path = `${BASE}/logs/${row.id}`;

  it("opens a content only when it is asked to", async () => {
    const user = userEvent.setup();
    const seen = await show(
      { tab: "log" },
      {
        [`GET ${BASE}/logs`]: { data: { items: [row], next: null } },
        [`GET ${path}`]: { data: detail },
        [`POST ${path}/content`]: { data: { request: '{"a":1}', answer: '{"text":"四十二"}', answerText: "四十二" } },
      },
    );
    await user.click(await screen.findByRole("button", { name: /11 月 21 日/ }));
    const drawer = await screen.findByRole("dialog", { name: "请求详情" });
    expect(await within(drawer).findByText("¥1.50")).toBeInTheDocument();
    expect(drawer).toHaveTextContent("密钥 主密钥 · 供应商拒绝了密钥 · 状态码 401");
    expect(seen.some(({ call }) => call.endsWith("/content"))).toBe(false);
    await user.click(within(drawer).getByRole("button", { name: "查看内容" }));
    expect(await within(drawer).findByText("四十二")).toBeInTheDocument();
  });

  it("says why the words of a call are closed, and offers neither them nor a replay", async () => {
    await show(
      { tab: "log", open: row.id },
      {
        [`GET ${BASE}/logs`]: { data: { items: [row], next: null } },
        [`GET ${path}`]: { data: { ...detail, closed: "policy", replayable: false } },
      },
    );
    expect(await screen.findByText(/按这位人员所在部门的隐私策略/)).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "查看内容" })).not.toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "重放" })).not.toBeInTheDocument();
  });

  it("says that nothing was kept, and offers no replay then", async () => {
    await show(
      { tab: "log", open: row.id },
      {
        [`GET ${BASE}/logs`]: { data: { items: [row], next: null } },
        [`GET ${path}`]: { data: { ...detail, hasContent: false, replayable: false } },
      },
    );
    expect(await screen.findByText("当时的日志级别不保留内容。")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "重放" })).not.toBeInTheDocument();
  });
});
