import * as field from "@/lib/client/address";
import { MODEL_STATUS, type ModelStatus, type ModelType } from "@/lib/config/model-kinds";
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
  /** The drawer that is open: `add`, `ollama`, `defaults`, `department`, or `department:`, `model:`, `try:`, `supplier:`, `models:` with an id. */
  open: string | null;
}

export const modelsAddress = field.addressCodec<ModelFilter>({
  keyword: field.words(),
  type: field.oneOf("type", TYPE_GROUP_KEYS, "all"),
  status: field.oneOf("status", MODEL_STATUS, "all"),
  open: field.open((text) => (/^[a-z]{1,20}(:[\w-]{1,60})?$/.test(text) ? text : null)),
});

/** The models of a department, in their drawer. */
export const departmentModelsHref = (id: string) => `/system/system-manage/model-access?open=department:${id}`;

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
  const isFiltered = modelsAddress.isFiltered({ ...filter, keyword });
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
