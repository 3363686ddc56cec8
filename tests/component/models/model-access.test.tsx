import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { DialogHost } from "@/components/common/dialog-host";
import { Toaster } from "@/components/common/toaster";
import { ModelAccessScreen } from "@/components/features/models/model-access-screen";
import { browserQueryClient, QueryProvider } from "@/lib/client/query-client";
import type { ModelDto, SupplierDto } from "@/lib/features/models/dto";
import { modelsAddress } from "@/lib/features/models/filter";
import type { FoundModel } from "@/lib/models/suppliers/dto";
import { type Answers, answerCalls, type SeenCall } from "@/tests/factories/answers";
import { renderWithTexts } from "@/tests/factories/render";

const supplier = (over: Partial<SupplierDto> = {}): SupplierDto => ({
  id: "s1",
  name: "深度求索",
  template: "deepseek",
  builtin: false,
  baseUrl: "https://api.example.com/v1",
  status: "enabled",
  hasKey: true,
  keyHint: "9f3a",
  checkedAt: null,
  checkError: null,
  revision: "r1",
  ...over,
});
const builtin = supplier({
  id: "s0",
  name: "Built-in",
  template: "builtin",
  builtin: true,
  baseUrl: null,
  hasKey: false,
});
const model = (over: Partial<ModelDto> = {}): ModelDto => ({
  id: "m1",
  name: "DeepSeek-V3",
  supplierId: "s1",
  upstreamModel: "deepseek-chat",
  type: "chat",
  description: "",
  contextWindow: 131_072,
  maxOutputTokens: 8192,
  abilities: ["tool_call"],
  enabled: true,
  status: "normal",
  latencyMs: 900,
  checkedAt: null,
  checkError: null,
  isDefault: false,
  unpriced: false,
  visibility: "all",
  probes: {},
  ...over,
});
const extractive = model({ id: "m0", name: "builtin-extractive", supplierId: "s0", isDefault: true });

const found = (id: string, type: FoundModel["type"] = "chat"): FoundModel => ({
  id,
  type,
  contextWindow: null,
  maxOutputTokens: null,
  abilities: [],
});
const listOf = <T,>(items: T[]) => ({ items, total: items.length });

async function show({
  suppliers = [builtin, supplier()],
  models = [extractive, model()],
  answers = {},
  locale = "zh_CN" as "zh_CN" | "en_US",
}: {
  suppliers?: SupplierDto[];
  models?: ModelDto[];
  answers?: Answers;
  locale?: "zh_CN" | "en_US";
} = {}): Promise<SeenCall[]> {
  const seen = answerCalls({
    "GET /api/admin/model/discovery": { data: { ollama: null } },
    "GET /api/admin/model/suppliers": { data: listOf(suppliers) },
    "GET /api/admin/model/models": { data: listOf(models) },
    ...answers,
  });
  await renderWithTexts(
    <QueryProvider>
      <ModelAccessScreen
        suppliers={listOf(suppliers)}
        models={listOf(models)}
        filter={modelsAddress.plain}
        gatewayHref={null}
      />
      <DialogHost />
      <Toaster />
    </QueryProvider>,
    locale,
  );
  return seen;
}

const row = (name: string) => screen.getByText(name).closest("li")!;
const card = (name: string) => screen.getByRole("region", { name });

beforeAll(() => {
  Element.prototype.scrollIntoView = () => undefined;
  Element.prototype.hasPointerCapture = () => false;
});
afterEach(() => {
  act(() => browserQueryClient().clear());
  window.history.replaceState(null, "", "/");
});

describe("model access", () => {
  it("shows suppliers with their models, sizes, abilities and states", async () => {
    await show({
      models: [extractive, model(), model({ id: "m2", name: "R2", status: "abnormal", checkError: "supplierTimeout" })],
    });
    const shown = within(row("DeepSeek-V3"));
    expect(shown.getByText("对话")).toBeInTheDocument();
    expect(shown.getByText("工具调用")).toBeInTheDocument();
    expect(row("DeepSeek-V3")).toHaveTextContent("上下文 128K输出 8K");
    expect(row("DeepSeek-V3")).toHaveTextContent("正常900 ms");
    expect(row("R2")).toHaveTextContent("异常超时");
    expect(card("深度求索")).toHaveTextContent("1 个模型异常");
    expect(card("内置模型")).toHaveTextContent("默认");
  });

  it("offers no key, no models and no deletion at the built-in supplier", async () => {
    const user = userEvent.setup();
    await show();
    expect(within(card("内置模型")).queryByRole("button", { name: /密钥/ })).not.toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "builtin-extractive 的更多操作" }));
    expect((await screen.findAllByRole("menuitem")).map((item) => item.textContent)).toEqual(["检测", "试用"]);
  });

  it("says how to begin when only the built-in model is there, and speaks English", async () => {
    await show({ suppliers: [builtin], models: [extractive], locale: "en_US" });
    expect(screen.getByRole("heading", { name: "No models connected yet" })).toBeInTheDocument();
    expect(card("Built-in model")).toBeInTheDocument();
  });

  it("filters by keyword and keeps the filter in the address; no result offers the way back", async () => {
    const user = userEvent.setup();
    await show();
    await user.type(screen.getByRole("searchbox", { name: "搜索模型或供应商" }), "nothing like it");
    expect(screen.getByText("没有符合条件的模型")).toBeInTheDocument();
    expect(window.location.search).toBe("?q=nothing+like+it");
    await user.click(screen.getByRole("button", { name: "清除筛选" }));
    expect(screen.getByText("DeepSeek-V3")).toBeInTheDocument();
    expect(window.location.search).toBe("");
    await user.click(screen.getByRole("radio", { name: /向量/ }));
    expect(screen.queryByText("DeepSeek-V3")).not.toBeInTheDocument();
  });

  it("switches a model at once and puts the switch back when the server refuses", async () => {
    const user = userEvent.setup();
    const seen = await show({ answers: { "PATCH /api/admin/model/models/m1": { code: 500, message: "没有成功" } } });
    const toggle = screen.getByRole("switch", { name: "启用 DeepSeek-V3" });
    await user.click(toggle);
    expect(await screen.findByText("没有成功")).toBeInTheDocument();
    expect(toggle).toBeChecked();
    expect(seen).toContainEqual({ call: "PATCH /api/admin/model/models/m1", body: { enabled: false } });
  });

  it("asks before it switches off what is used, naming the uses", async () => {
    const user = userEvent.setup();
    const uses = [
      { kind: "key", count: 2, names: ["夜间任务", "报表"] },
      { kind: "calls", count: 7, names: [], people: 3 },
    ];
    const seen = await show({
      answers: {
        "PATCH /api/admin/model/models/m1": (body) =>
          (body as { confirmed?: boolean }).confirmed ? {} : { code: 409, data: { error: "modelInUse", uses } },
      },
    });
    const toggle = screen.getByRole("switch", { name: "启用 DeepSeek-V3" });
    await user.click(toggle);
    const dialog = await screen.findByRole("alertdialog", { name: "停用模型" });
    expect(dialog).toHaveTextContent("夜间任务、报表");
    expect(dialog).toHaveTextContent("最近 30 天被 3 人调用 7 次");
    await user.click(within(dialog).getByRole("button", { name: "停用" }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(seen).toContainEqual({
      call: "PATCH /api/admin/model/models/m1",
      body: { enabled: false, confirmed: true },
    });
  });

  it("checks all enabled models one after another and says what came of it", async () => {
    const user = userEvent.setup();
    const health = { status: "normal", reason: null };
    const result = { ok: true, latencyMs: 42, error: null, detail: "", answer: "hi", health };
    const refused = { ...result, ok: false, error: "supplierUnauthorized", detail: "bad key ***" };
    const seen = await show({
      models: [extractive, model(), model({ id: "m2", name: "off", enabled: false }), model({ id: "m3", name: "R2" })],
      answers: {
        "POST /api/admin/model/models/m0/test": { data: result },
        "POST /api/admin/model/models/m1/test": { data: result },
        "POST /api/admin/model/models/m3/test": {
          data: { ...refused, health: { status: "abnormal", reason: "supplierUnauthorized" } },
        },
      },
    });
    await user.click(screen.getAllByRole("button", { name: "检测全部" })[0]!);
    expect(await screen.findByText("检测完成：2 个正常，1 个异常")).toBeInTheDocument();
    expect(seen.filter(({ call }) => call.endsWith("/test")).map(({ call }) => call.split("/").at(-2))).toEqual([
      "m0",
      "m1",
      "m3",
    ]);
    expect(row("R2")).toHaveTextContent("异常密钥被拒");
    expect(row("R2")).toHaveTextContent("供应商的回复：bad key ***");
    expect(row("DeepSeek-V3")).toHaveTextContent("42 ms");
  });

  it("asks before it deletes, naming the model", async () => {
    const user = userEvent.setup();
    const uses = [{ kind: "default", count: 1, names: ["title"] }];
    const seen = await show({
      answers: {
        "DELETE /api/admin/model/models/m1": {},
        "GET /api/admin/model/models/m1/used": { data: { items: uses } },
      },
    });
    await user.click(screen.getByRole("button", { name: "DeepSeek-V3 的更多操作" }));
    await user.click(await screen.findByRole("menuitem", { name: "删除" }));
    const dialog = await screen.findByRole("alertdialog", { name: "删除模型" });
    expect(dialog).toHaveTextContent("DeepSeek-V3");
    expect(dialog).toHaveTextContent("1 个默认用途：对话标题");
    expect(within(dialog).getByRole("button", { name: "取消" })).toHaveFocus();
    await user.click(within(dialog).getByRole("button", { name: "删除模型" }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(seen.some(({ call }) => call === "DELETE /api/admin/model/models/m1")).toBe(true);
  });

  it("shows only the end of a key and asks for it again at a new address", async () => {
    const user = userEvent.setup();
    await show();
    await user.click(screen.getByRole("button", { name: "深度求索 的密钥" }));
    const drawer = await screen.findByRole("dialog", { name: "密钥与地址" });
    expect(drawer).toHaveTextContent("已保存，末四位 9f3a");
    expect(within(drawer).getByLabelText("密钥")).toHaveValue("");
    await user.type(within(drawer).getByLabelText(/服务地址/), "/");
    expect(drawer).not.toHaveTextContent("地址变了");
    for (const elsewhere of ["https://elsewhere.example.com/v1", "https://api.example.com/v1/another"]) {
      await user.clear(within(drawer).getByLabelText(/服务地址/));
      await user.type(within(drawer).getByLabelText(/服务地址/), elsewhere);
      expect(drawer).toHaveTextContent("地址变了，已保存的密钥和请求头不会发往新地址，保存后清除，请重新填写密钥");
    }
  });

  it("offers an Ollama's models that are not connected yet", async () => {
    const user = userEvent.setup();
    const ollama = { baseUrl: "http://127.0.0.1:11434/v1", models: ["qwen3:8b", "bge-m3"] };
    await show({ answers: { "GET /api/admin/model/discovery": { data: { ollama } } } });
    expect(await screen.findByText("本机的 Ollama 有 2 个模型还没有接入")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "选择接入" }));
    const drawer = await screen.findByRole("dialog", { name: "添加供应商" });
    expect(within(drawer).getByLabelText(/服务地址/)).toHaveValue(ollama.baseUrl);
  });
});

describe("adding a supplier", () => {
  const open = async (answers: Answers) => {
    const user = userEvent.setup();
    const seen = await show({ answers });
    await user.click(screen.getByRole("button", { name: "添加供应商" }));
    const drawer = within(await screen.findByRole("dialog", { name: "添加供应商" }));
    return { user, seen, drawer };
  };
  const listed = {
    ok: true,
    latencyMs: 5,
    error: null,
    detail: "",
    models: [found("chat-large"), found("bge-m3", "vector"), found("other")],
  };

  it("finds its models, guesses their types and saves everything in one call", async () => {
    const { user, seen, drawer } = await open({
      "POST /api/admin/model/probe": { data: listed },
      "POST /api/admin/model/suppliers": { data: { id: "s9" } },
    });
    await user.type(drawer.getByLabelText(/服务地址/), "http://127.0.0.1:9100/v1");
    await user.type(drawer.getByLabelText("密钥"), "sk-1234567890");
    await user.click(drawer.getByRole("button", { name: "查找模型" }));
    await user.click(await drawer.findByRole("checkbox", { name: "chat-large" }));
    await user.click(drawer.getByRole("checkbox", { name: "bge-m3" }));
    expect(drawer.getByRole("combobox", { name: "bge-m3 的类型" })).toHaveValue("vector");
    await user.selectOptions(drawer.getByRole("combobox", { name: "chat-large 的类型" }), "vision");
    await user.click(drawer.getByRole("button", { name: "保存" }));
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "添加供应商" })).not.toBeInTheDocument());
    const unknown = { contextWindow: null, maxOutputTokens: null, abilities: [] };
    expect(seen.find(({ call }) => call === "POST /api/admin/model/suppliers")!.body).toEqual({
      template: "openai-compatible",
      name: "OpenAI 兼容",
      baseUrl: "http://127.0.0.1:9100/v1",
      apiKey: "sk-1234567890",
      models: [
        { upstreamModel: "chat-large", type: "vision", ...unknown },
        { upstreamModel: "bge-m3", type: "vector", ...unknown },
      ],
    });
  });

  it("says what the supplier said when it refuses, and takes names by hand", async () => {
    const { user, drawer } = await open({
      "POST /api/admin/model/probe": {
        data: { ok: false, latencyMs: 5, error: "supplierUnauthorized", detail: "Incorrect key ***", models: [] },
      },
    });
    await user.type(drawer.getByLabelText(/服务地址/), "http://127.0.0.1:9100/v1");
    await user.click(drawer.getByRole("button", { name: "查找模型" }));
    expect(await drawer.findByRole("alert")).toHaveTextContent("供应商的回复：Incorrect key ***");
    await user.type(drawer.getByLabelText("手动填写模型或部署名称"), "whisper-1{Enter}");
    expect(drawer.getByRole("combobox", { name: "whisper-1 的类型" })).toHaveValue("transcription");
  });

  it("checks the fields before it asks anybody, and puts a taken name at its field", async () => {
    const { user, seen, drawer } = await open({
      "POST /api/admin/model/suppliers": { code: 409, message: "已存在", data: { fields: { name: "nameTaken" } } },
    });
    await user.click(drawer.getByRole("button", { name: "查找模型" }));
    expect(await drawer.findByText("请输入正确的地址")).toBeInTheDocument();
    expect(seen.some(({ call }) => call.startsWith("POST"))).toBe(false);
    await user.type(drawer.getByLabelText(/服务地址/), "http://127.0.0.1:9100/v1");
    await user.click(drawer.getByRole("button", { name: "保存" }));
    expect(await drawer.findByText("这个名称已被使用")).toBeInTheDocument();
  });
});
