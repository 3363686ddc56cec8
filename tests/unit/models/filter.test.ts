import { shortTokens } from "@/components/features/models/format";
import type { ModelDto, SupplierDto } from "@/lib/features/models/dto";
import { groupModels, modelsAddress } from "@/lib/features/models/filter";

const supplier = (id: string, name: string) => ({ id, name }) as SupplierDto;
const model = (name: string, supplierId: string, over: Partial<ModelDto> = {}) =>
  ({ id: name, name, upstreamModel: name, supplierId, type: "chat", status: "normal", ...over }) as ModelDto;

const suppliers = [supplier("a", "DeepSeek"), supplier("b", "Local"), supplier("c", "Empty")];
const models = [
  model("V3", "a"),
  model("R2", "a", { status: "abnormal", type: "language" }),
  model("bge-m3", "b", { type: "vector", upstreamModel: "BAAI/bge-m3" }),
  model("voice", "b", { type: "transcription", status: "unknown" }),
];
const shown = (over: object) =>
  groupModels(suppliers, models, { ...modelsAddress.plain, ...over }).map((group) => [
    group.supplier.id,
    group.models.map(({ name }) => name).join(),
  ]);

describe("the filter of model access", () => {
  it("shows every supplier while nothing is filtered", () => {
    expect(shown({})).toEqual([
      ["a", "V3,R2"],
      ["b", "bge-m3,voice"],
      ["c", ""],
    ]);
  });

  it("finds models by name, by their name at the supplier and by the supplier's name", () => {
    expect(shown({ keyword: " r2 " })).toEqual([["a", "R2"]]);
    expect(shown({ keyword: "baai" })).toEqual([["b", "bge-m3"]]);
    expect(shown({ keyword: "deepseek" })).toEqual([["a", "V3,R2"]]);
    expect(shown({ keyword: "nothing" })).toEqual([]);
  });

  it("joins keyword, type and status", () => {
    expect(shown({ type: "language" })).toEqual([["a", "V3,R2"]]);
    expect(shown({ type: "speech" })).toEqual([["b", "voice"]]);
    expect(shown({ type: "language", status: "abnormal" })).toEqual([["a", "R2"]]);
    expect(shown({ type: "vector", status: "abnormal" })).toEqual([]);
  });

  it("survives the way through the address, and ignores what it does not know", () => {
    const filter = { keyword: "a&b 中", type: "vector", status: "unknown", open: "model:a-1" } as const;
    expect(modelsAddress.read(Object.fromEntries(new URLSearchParams(modelsAddress.query(filter))))).toEqual(filter);
    expect(modelsAddress.query(modelsAddress.plain)).toBe("");
    expect(modelsAddress.read({ q: ["a", "b"], type: "<script>", status: "constructor", open: "model:<x>" })).toEqual(
      modelsAddress.plain,
    );
  });
});

describe("sizes in tokens", () => {
  it.each([
    [1, "1"],
    [999, "999"],
    [4096, "4K"],
    [8192, "8K"],
    [32_000, "32K"],
    [131_072, "128K"],
    [200_000, "200K"],
    [1_000_000, "1M"],
    [1_048_576, "1M"],
    [10_500, "10.5K"],
  ])("%i is %s", (tokens, text) => {
    expect(shortTokens(tokens)).toBe(text);
  });
});
