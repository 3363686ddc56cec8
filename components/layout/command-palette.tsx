"use client";

import { Command } from "cmdk";
import { CornerDownLeft, Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { Dialog } from "radix-ui";
import { useEffect, useState } from "react";
import { Kbd } from "@/components/ui/kbd";
import { type PaletteItem, paletteSourcesStore } from "@/lib/client/palette";
import { useStore } from "@/lib/client/use-store";
import { isExternal, type NavGroup, type ShellData } from "./navigation";

interface CommandPaletteProps {
  data: ShellData;
  onClose: () => void;
}

const NO_SOURCES: readonly never[] = [];
const ROW =
  "group flex min-h-9 cursor-default select-none items-center gap-2.5 rounded-sm px-2.5 py-1 text-sm data-[selected=true]:bg-muted [&_svg]:text-fg-3 pointer-coarse:min-h-11";
const GROUP =
  "[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-fg-3";

/** Search or jump (Ctrl/Cmd K): screens the person may open, and what the areas on the page contribute. */
export function CommandPalette({ data, onClose }: CommandPaletteProps) {
  const t = useTranslations("nav.palette");
  const router = useRouter();
  const [keyword, setKeyword] = useState("");
  const found = useFound(keyword);

  const go = (href: string) => {
    onClose();
    if (isExternal(href)) window.open(href, "_blank", "noopener,noreferrer");
    else router.push(href);
  };
  const screens = (groups: readonly NavGroup[], kind: string) =>
    groups.flatMap((group) =>
      group.items.map((item) => (
        <Command.Item
          key={item.id}
          value={`${item.label} ${group.label} ${item.id}`}
          keywords={[item.path]}
          onSelect={() => go(item.path)}
          className={ROW}
        >
          {item.icon}
          <span className="min-w-0 flex-1 truncate">{item.label}</span>
          <Kind text={kind} />
        </Command.Item>
      )),
    );

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fade fixed inset-0 z-(--z-dialog) bg-overlay" />
        <Dialog.Content
          aria-describedby={undefined}
          className="pop fixed inset-x-0 top-[12vh] z-(--z-dialog) mx-auto w-(--w-dialog) max-w-[calc(100vw-32px)] overflow-hidden rounded-xl border bg-popover shadow-lg outline-none"
        >
          <Dialog.Title className="sr-only">{t("title")}</Dialog.Title>
          <Command label={t("title")} loop>
            <div className="flex h-11 items-center gap-2.5 border-b px-4">
              <Search aria-hidden size={16} className="shrink-0 text-fg-3" />
              <Command.Input
                value={keyword}
                onValueChange={setKeyword}
                placeholder={t("placeholder")}
                className="h-full min-w-0 flex-1 bg-transparent text-md outline-none placeholder:text-fg-3 max-md:text-[16px]"
              />
              <Kbd>Esc</Kbd>
            </div>
            <Command.List label={t("results")} className="max-h-[min(420px,60vh)] overflow-y-auto p-1.5">
              <Command.Empty className="px-4 py-8 text-center text-sm text-fg-3">{t("empty")}</Command.Empty>
              <Command.Group heading={t("screens")} className={GROUP}>
                {screens(data.main, t("page"))}
              </Command.Group>
              {found.map(({ source, items }) => (
                <Command.Group key={source.id} heading={source.heading} className={GROUP}>
                  {items.map((item) => (
                    <Command.Item
                      key={item.id}
                      value={`${item.label} ${item.id}`}
                      onSelect={() => go(item.href)}
                      className={ROW}
                    >
                      <span className="min-w-0 flex-1 truncate">{item.label}</span>
                      <Kind text={source.kind} />
                    </Command.Item>
                  ))}
                </Command.Group>
              ))}
              {data.console.length > 0 && (
                <Command.Group heading={t("console")} className={GROUP}>
                  {screens(data.console, t("console"))}
                </Command.Group>
              )}
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Kind({ text }: { text: string }) {
  return (
    <span className="ml-auto flex shrink-0 items-center gap-2 text-xs text-fg-3">
      {text}
      <Kbd className="invisible group-data-[selected=true]:visible">
        <CornerDownLeft aria-hidden size={11} />
      </Kbd>
    </span>
  );
}

interface Found {
  source: { id: string; heading: string; kind: string };
  items: PaletteItem[];
}

/** What the contributing areas find for a keyword; an area that fails contributes nothing. */
function useFound(keyword: string): Found[] {
  const sources = useStore(paletteSourcesStore, NO_SOURCES);
  const [found, setFound] = useState<Found[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    Promise.all(
      sources.map(async (source) => ({
        source,
        items: await Promise.resolve(source.search(keyword.trim(), controller.signal)).catch(() => []),
      })),
    ).then((all) => !controller.signal.aborted && setFound(all.filter(({ items }) => items.length > 0)));
    return () => controller.abort();
  }, [sources, keyword]);
  return found;
}
