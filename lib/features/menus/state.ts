import { askedWords } from "@/lib/text/visible";

/** What of the screen stands in the address: the half that is shown, the search, and the open drawer. */
export interface MenusState {
  half: "workspace" | "console";
  keyword: string;
  /** `new`, `preview`, `preview:<role>`, or an entry's id. */
  open: string | null;
}

type Params = Record<string, string | string[] | undefined>;

export function readMenusState({ half, q, open }: Params): MenusState {
  return {
    half: half === "console" ? "console" : "workspace",
    keyword: askedWords(q),
    open: typeof open === "string" && open ? open.slice(0, 120) : null,
  };
}

export function menusQuery({ half, keyword, open }: MenusState): string {
  const params = new URLSearchParams();
  if (half === "console") params.set("half", half);
  if (keyword) params.set("q", keyword);
  if (open) params.set("open", open);
  return params.size > 0 ? `?${params}` : "";
}
