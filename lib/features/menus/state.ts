import * as field from "@/lib/client/address";

/** What of the screen stands in the address: the half that is shown, the search, and the open drawer. */
export interface MenusState {
  half: "workspace" | "console";
  keyword: string;
  /** `new`, `preview`, `preview:<role>`, or an entry's id. */
  open: string | null;
}

export const menusAddress = field.addressCodec<MenusState>({
  half: field.oneOf("half", ["workspace", "console"], "workspace"),
  keyword: field.words(),
  open: field.open((text) => text.slice(0, 120)),
});
