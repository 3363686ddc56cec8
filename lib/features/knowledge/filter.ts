import * as field from "@/lib/client/address";
import type { BaseFilter } from "./hooks";
import { BASE_SORTS } from "./limits";

const UUID = /^(edit|copy|transfer|export):[0-9a-f-]{36}$/;

/** The list of bases and the open drawer: `new`, `import`, or what is done with a base, as `edit:<id>`. */
export const basesAddress = field.addressCodec<Omit<BaseFilter, "right"> & { open: string | null }>({
  keyword: field.words(),
  mine: field.flag("mine", "1"),
  trash: field.flag("trash", "1"),
  type: field.oneOf("type", ["general", "multimodal"], "all"),
  sort: field.beside(field.oneOf("sort", BASE_SORTS, "updated")),
  page: field.page(),
  pageSize: field.pageSize(),
  open: field.open((text) => (text === "new" || text === "import" || UUID.test(text) ? text : undefined)),
});
export type BasesState = typeof basesAddress.plain;
