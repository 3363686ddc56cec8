/** One entry of the menu as its console shows it. */
export interface MenuDto {
  id: string;
  /** Stable name of an entry the product owns; null for entries made here. */
  key: string | null;
  parentId: string | null;
  type: "group" | "page" | "link" | "action";
  nameZh: string;
  nameEn: string;
  icon: string;
  path: string | null;
  /** Key of the route registry. */
  component: string | null;
  permission: string | null;
  fixed: string | null;
  hidden: boolean;
  half: "workspace" | "console";
  /** Its screen exists; a group always. */
  reachable: boolean;
  /** Differs from what the product ships. */
  changed: boolean;
  /** It, or the way to it, is this very console: it cannot be hidden. */
  needed: boolean;
  /** Of what people edit of it. */
  revision: string;
}

/** A screen that an entry of one's own may lead to. */
export interface ScreenChoice {
  component: string;
  path: string;
  half: "workspace" | "console";
  permission: string | null;
}

export interface MenuTree {
  items: MenuDto[];
  screens: ScreenChoice[];
}
