import * as field from "@/lib/client/address";
import { RUN_STATUS } from "@/lib/config/app-runs";

/** The runs of an app in its editor: which are listed, and the one in view. The tab itself stays in the address. */
export const runsAddress = field.addressCodec({
  tab: field.beside(field.oneOf("tab", ["debug"], undefined)),
  keyword: field.words(),
  status: field.oneOf("status", ["all", ...RUN_STATUS], "all"),
  page: field.page(),
  run: field.openId(undefined, "run"),
});
export type RunsState = typeof runsAddress.plain;
