import { MODEL_STATUS, type ModelStatus, type ModelType } from "@/lib/config/model-kinds";
import { askedWords } from "@/lib/text/visible";
import type { ModelDto, SupplierDto } from "./dto";

/** Groups of types the console offers as segments. */
export const TYPE_GROUPS = {
  language: ["chat", "language"],
  vision: ["vision"],
  vector: ["vector"],
  rerank: ["rerank"],
  image: ["image"],
  speech: ["speech", "transcription"],
} as const satisfies Record<string, readonly ModelType[]>;
export type TypeGroup = keyof typeof TYPE_GROUPS;
export const TYPE_GROUP_KEYS = Object.keys(TYPE_GROUPS) as TypeGroup[];

export interface ModelFilter {
  keyword: string;
  type: TypeGroup | "all";
  status: ModelStatus | "all";
  /** The drawer that is open: `add`, `ollama`, `defaults`, or `model:`, `try:`, `supplier:`, `models:` with an id. */
  open: string | null;
}

export const NO_FILTER: ModelFilter = { keyword: "", type: "all", status: "all", open: null };

type Params = Record<string, string | string[] | undefined>;

/** The filter an address asks for; what it does not know counts as not asked. */
export function readFilter({ q, type, status, open }: Params): ModelFilter {
  return {
    keyword: askedWords(q),
    type: TYPE_GROUP_KEYS.find((key) => key === type) ?? "all",
    status: MODEL_STATUS.find((key) => key === status) ?? "all",
    open: typeof open === "string" && /^[a-z]{1,20}(:[\w-]{1,60})?$/.test(open) ? open : null,
  };
}

/** The address's query for a filter, with its question mark; empty without a filter. */
export function filterQuery({ keyword, type, status, open }: ModelFilter): string {
  const params = new URLSearchParams();
  if (keyword) params.set("q", keyword);
  if (type !== "all") params.set("type", type);
  if (status !== "all") params.set("status", status);
  if (open) params.set("open", open);
  const query = params.toString();
  return query && `?${query}`;
}

export function isInGroup(model: ModelDto, type: ModelFilter["type"]): boolean {
  return type === "all" || (TYPE_GROUPS[type] as readonly ModelType[]).includes(model.type);
}

export interface SupplierWithModels {
  supplier: SupplierDto;
  models: ModelDto[];
  /** All its models, whatever the filter says. */
  all: ModelDto[];
}

/** Suppliers with the models the filter leaves. One without any stays in view only while nothing is filtered. */
export function groupModels(
  suppliers: readonly SupplierDto[],
  models: readonly ModelDto[],
  filter: ModelFilter,
): SupplierWithModels[] {
  const keyword = filter.keyword.trim().toLowerCase();
  const isFiltered = keyword !== "" || filter.type !== "all" || filter.status !== "all";
  return suppliers.flatMap((supplier) => {
    const all = models.filter((model) => model.supplierId === supplier.id);
    const isNamed = supplier.name.toLowerCase().includes(keyword);
    const left = all.filter(
      (model) =>
        isInGroup(model, filter.type) &&
        (filter.status === "all" || model.status === filter.status) &&
        (isNamed || `${model.name}\n${model.upstreamModel}`.toLowerCase().includes(keyword)),
    );
    return isFiltered && left.length === 0 ? [] : [{ supplier, models: left, all }];
  });
}
