import * as field from "@/lib/client/address";
import type { CollectedFilter } from "@/lib/collected/hooks";
import { COLLECTABLE } from "@/lib/collected/limits";

export const COLLECTED_PATH = "/user/collected";

/** The filter, and the item whose copy is open. */
const address = field.addressCodec<CollectedFilter & { item: string | null }>({
  folderId: field.idOrNone("folder"),
  kind: field.oneOf("kind", COLLECTABLE, "all"),
  keyword: field.words(),
  page: field.page(),
  item: field.openId(undefined, "item"),
});
export const readAddress = address.read;

export const addressOf = (filter: CollectedFilter, item: string | null = null) =>
  `${COLLECTED_PATH}${address.query({ ...filter, item })}`;
