import * as field from "@/lib/client/address";
import { USAGE_DAYS } from "./limits";

/** Lists that open beside the figures of use. */
export const USAGE_LISTS = ["questions", "missed", "cited", "hit", "untouched", "unused", "all"] as const;
export type UsageList = (typeof USAGE_LISTS)[number];

const DAYS = USAGE_DAYS.map(String) as `${(typeof USAGE_DAYS)[number]}`[];

/** What a screen of use shows, as its address says. */
export const usageAddress = field.addressCodec({
  days: field.beside(field.oneOf("days", DAYS, "30")),
  departmentId: field.uuid("dept"),
  /** Of the center's screen. */
  baseId: field.uuid("base"),
  list: field.beside(field.oneOf("list", USAGE_LISTS)),
  /** The file whose slices are listed. */
  fileId: field.openId(undefined, "file"),
});
export type UsageState = ReturnType<typeof usageAddress.read>;
