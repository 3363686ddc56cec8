import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Fragment, type ReactNode } from "react";
import { MenuButton } from "./menu-button";

export interface Crumb {
  label: string;
  href?: string;
}

interface TopBarProps {
  title: ReactNode;
  /** At most two levels above the title (design 3). */
  crumbs?: readonly Crumb[];
  /** One line beside the title. */
  meta?: ReactNode;
  /** Takes the room of the title, which is then only read aloud. */
  field?: ReactNode;
  /** At the right end. On phones those with an icon are the icon alone, or a long word would leave the title no room. */
  actions?: ReactNode;
}

/** Top bar of a panel, 52 px: menu button on phones, breadcrumb, title, actions. The title is the page's heading. */
export function TopBar({ title, crumbs = [], meta, field, actions }: TopBarProps) {
  const t = useTranslations("nav");
  return (
    <header className="flex h-(--h-topbar) shrink-0 items-center gap-3 border-b px-4 md:px-5">
      <MenuButton />
      <div className="flex min-w-0 flex-1 items-center gap-1.5 max-md:justify-center">
        {crumbs.length > 0 && (
          <nav aria-label={t("breadcrumb")} className="hidden shrink-0 md:block">
            <ol className="flex items-center gap-1.5 text-sm text-fg-3">
              {crumbs.slice(-2).map((crumb) => (
                <Fragment key={crumb.label}>
                  <li>
                    {crumb.href ? (
                      <Link href={crumb.href} className="rounded-xs hover:text-fg">
                        {crumb.label}
                      </Link>
                    ) : (
                      crumb.label
                    )}
                  </li>
                  <li aria-hidden>
                    <ChevronRight size={13} className="text-fg-4" />
                  </li>
                </Fragment>
              ))}
            </ol>
          </nav>
        )}
        <h1 className={field ? "sr-only" : "truncate text-lg font-semibold"}>{title}</h1>
        {field}
        {meta && (
          <span className="ml-1.5 hidden min-w-0 shrink-[9999] truncate text-xs text-fg-3 md:block">{meta}</span>
        )}
      </div>
      <div data-narrow className="flex shrink-0 items-center gap-2">
        {actions}
      </div>
    </header>
  );
}
