import * as field from "@/lib/client/address";
import { APP_KINDS, type AppKind } from "@/lib/config/app-kinds";
import { APP_SORTS } from "./limits";

export type Place = "square" | "lab" | "workbench";

export interface AppsFilter {
  place: Place;
  part: "all" | "mine" | "shared" | "trash";
  keyword: string;
  kind: AppKind | "all";
  categoryId: string | null;
  /** An own folder of the workbench. */
  folderId: string | null;
  favourites: boolean;
  sort: (typeof APP_SORTS)[number];
  page: number;
  pageSize: number;
}

const KINDS = ["all", ...APP_KINDS] as const;

/** Kinds a list can be narrowed to: tools where an area has one. */
export const kindsIn = (square: { hasTools: boolean } | undefined) =>
  KINDS.filter((kind) => kind !== "tool" || square?.hasTools);
const OPEN = /^(new|import|categories|new:[a-z]+|(info|copy|transfer):[0-9a-f-]{36})$/;

/** A list of apps and the open dialog: `new`, `import`, `categories`, or what is done with an app, as `info:<id>`. */
const address = (sort: AppsFilter["sort"]) =>
  field.addressCodec<Omit<AppsFilter, "place"> & { open: string | null }>({
    part: field.oneOf("part", ["all", "mine", "shared", "trash"], "all"),
    keyword: field.words(),
    kind: field.oneOf("kind", KINDS, "all"),
    categoryId: field.idOrNone("category"),
    folderId: field.idOrNone("folder"),
    favourites: field.flag("favourites", "1"),
    sort: field.beside(field.oneOf("sort", APP_SORTS, sort)),
    page: field.page(),
    pageSize: field.pageSize(),
    open: field.open((text) => (OPEN.test(text) ? text : undefined)),
  });

export const squareAddress = address("uses");
export const workbenchAddress = address("updated");
export type AppsState = typeof squareAddress.plain;
