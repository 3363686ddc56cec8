import * as field from "@/lib/client/address";
import { GAP_STATES } from "@/lib/config/knowledge-kinds";

const OWNERS = ["me", "none"] as const;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What the gap board shows: what it is narrowed to, as a board or a list, and the gap that is open. */
export const gapAddress = field.addressCodec({
  baseId: field.uuid("id"),
  days: field.oneOf("days", ["7", "30", "90"], "30"),
  departmentId: field.uuid("department"),
  ownerId: field.custom<string | undefined>("owner", undefined, (text) =>
    UUID.test(text) || OWNERS.some((one) => one === text) ? text : undefined,
  ),
  keyword: field.words(),
  view: field.beside(field.oneOf("view", ["board", "list"], "board")),
  state: field.oneOf("state", GAP_STATES),
  page: field.page(),
  pageSize: field.pageSize(),
  gap: field.openId(undefined, "gap"),
});
export type GapBoardState = typeof gapAddress.plain;
