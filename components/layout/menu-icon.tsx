import { isMenuIcon } from "@/lib/config/menu-icons";
import { MENU_ICON_MARKS } from "@/lib/generated/menu-icons";

/**
 * The icon of a menu entry by its stored name. The shells draw it on the server, so the browser gets the few that are
 * shown and not the whole table; the console of menus, which offers them all, is the one place that loads it.
 */
export function MenuIcon({ name }: { name: string }) {
  return (
    <svg
      aria-hidden
      width={16}
      height={16}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      className="shrink-0"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours; as elements, icons are a third of a page
      dangerouslySetInnerHTML={{ __html: MENU_ICON_MARKS[isMenuIcon(name) ? name : "square"] }}
    />
  );
}
