"use client";

import { useQuery } from "@tanstack/react-query";
import { Command } from "cmdk";
import { ArrowUpRight, CornerDownLeft, Keyboard, Languages, Plus, Search, SunMoon } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { Dialog } from "radix-ui";
import { type KeyboardEvent, type ReactNode, useEffect, useState } from "react";
import { useKeyword } from "@/components/common/use-keyword";
import { Kbd } from "@/components/ui/kbd";
import { useReturnFocus } from "@/components/ui/return-focus";
import { useColorScheme } from "@/lib/client/use-color-scheme";
import { useLocaleSwitch } from "@/lib/client/use-locale-switch";
import { foundQuery, placesQuery } from "@/lib/palette/hooks";
import { PALETTE_WORDS_MAX } from "@/lib/palette/limits";
import { bestMatches, type Named } from "@/lib/palette/match";
import { isExternal, type NavGroup, type ShellData } from "./navigation";
import { earlyWordsStore, openLayer } from "./shell-state";

interface CommandPaletteProps {
  data: ShellData;
  onClose: () => void;
}

/** Something that can be chosen: what it leads to, or what it does. */
interface Entry extends Named {
  id: string;
  icon?: ReactNode;
  detail?: string;
  kind: string;
  choose: () => void;
}

/** Screens, parts of screens and actions shown for some words; the list is for finding, not for reading. */
const SHOWN_MAX = 8;
const ROW =
  "flex min-h-9 cursor-default select-none items-center gap-2.5 rounded-sm px-2.5 py-1 text-sm data-[selected=true]:bg-muted dark:data-[selected=true]:bg-pressed [&_svg]:text-fg-3 pointer-coarse:min-h-11";
const GROUP =
  "[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-fg-3";

/**
 * Search or jump (Ctrl/Cmd K): screens and their parts by name and other words for them, things of every area by name or
 * text, and actions. Before anything is typed, what was used last.
 */
export function CommandPalette({ data, onClose }: CommandPaletteProps) {
  const t = useTranslations("nav.palette");
  const [typed, setTyped] = useState(earlyWordsStore.get);
  const [asked, setAsked] = useState(typed);
  useEffect(() => earlyWordsStore.set(""), []);
  const [words, setWords] = useKeyword(asked, setAsked);
  const go = useGo(onClose);
  const focus = useReturnFocus();
  const found = useQuery(foundQuery(useLocaleSwitch().locale, asked.trim()));
  const groups = useEntries(data, go, onClose);
  // Not deferred: Enter right behind the last letter must not open what stood there before.
  const keyword = typed.trim();

  const handleType = (value: string) => {
    const kept = value.slice(0, PALETTE_WORDS_MAX);
    setTyped(kept);
    setWords(kept);
  };
  // What was found for other words waits to be replaced, but is not offered for these.
  const things = found.isPlaceholderData || asked.trim() !== words.trim() ? [] : (found.data?.items ?? []);
  const isLooking = found.isFetching || asked.trim() !== words.trim();
  // The group that knows the words best stands first, so that Enter opens what was meant.
  const own = keyword
    ? groups
        .map(({ heading, entries, more }) => ({
          heading,
          ...bestMatches([...entries, ...more], keyword, SHOWN_MAX),
        }))
        .sort((one, other) => one.rank - other.rank)
    : groups.filter(({ always }) => always);

  // What Enter opens is the first of what is listed, until an arrow key says otherwise.
  const [chosen, setChosen] = useState("");
  const ofThings = things[0] && thingId(things[0].id, things[0].items[0]!.id);
  const ofOwn = own.find(({ entries }) => entries.length > 0)?.entries[0]?.id;
  const first = (keyword ? (ofOwn ?? ofThings) : (ofThings ?? ofOwn)) ?? "";
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words begin at the first again, also where it is the same
  useEffect(() => setChosen(first), [first, keyword]);

  const listed = new Map([
    ...own.flatMap(({ entries }) => entries.map(({ id, choose }) => [id, choose] as const)),
    ...things.flatMap(({ id, items }) => items.map((item) => [thingId(id, item.id), () => go(item.href)] as const)),
  ]);
  // The list marks its choice a moment after the words change: Enter right behind them opens what is listed first.
  const handleEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    (listed.get(chosen) ?? listed.get(first))?.();
  };

  return (
    // Not Radix's modal: that styles the body, so that the whole page is styled anew twice before the palette is painted.
    <Dialog.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <div aria-hidden className="fade fixed inset-0 z-(--z-dialog) bg-overlay" />
        <Dialog.Content
          aria-modal
          aria-describedby={undefined}
          onKeyDown={keepFocus}
          onCloseAutoFocus={focus.onCloseAutoFocus}
          className="pop fixed inset-x-0 top-[12vh] z-(--z-dialog) mx-auto w-(--w-dialog) max-w-[calc(100vw-32px)] overflow-hidden rounded-xl border bg-popover shadow-lg outline-none"
        >
          {focus.mark}
          <Dialog.Title className="sr-only">{t("title")}</Dialog.Title>
          <Command
            label={t("title")}
            loop
            shouldFilter={false}
            value={chosen}
            onValueChange={setChosen}
            onKeyDown={handleEnter}
          >
            <div className="flex h-11 items-center gap-2.5 border-b px-4">
              <Search aria-hidden size={16} className="shrink-0 text-fg-3" />
              <Command.Input
                value={typed}
                onValueChange={handleType}
                placeholder={t("placeholder")}
                className="h-full min-w-0 flex-1 bg-transparent text-md outline-none placeholder:text-fg-3 max-md:text-[16px]"
              />
              <Kbd>Esc</Kbd>
            </div>
            <Command.List label={t("results")} className="max-h-[min(420px,60vh)] overflow-y-auto p-1.5">
              {!isLooking && <Command.Empty className={EMPTY}>{t("empty")}</Command.Empty>}
              {isLooking && <Command.Empty className={EMPTY}>{t("looking")}</Command.Empty>}
              {!keyword && <Things groups={things} chosen={chosen} go={go} heading={(name) => t("recent", { name })} />}
              {own.map(
                ({ heading, entries }) =>
                  entries.length > 0 && (
                    <Command.Group key={heading} heading={heading} className={GROUP}>
                      {entries.map((entry) => (
                        <Row key={entry.id} {...entry} isChosen={entry.id === chosen} onSelect={entry.choose} />
                      ))}
                    </Command.Group>
                  ),
              )}
              {keyword && <Things groups={things} chosen={chosen} go={go} heading={(name) => name} />}
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The words are all that takes the focus; rows are chosen by arrows. */
function keepFocus(event: KeyboardEvent) {
  if (event.key === "Tab") event.preventDefault();
}

const EMPTY = "px-4 py-8 text-center text-fg-3 text-sm";

/** Leads to an address; one of another site opens beside the product. */
function useGo(onClose: () => void): (href: string) => void {
  const router = useRouter();
  return (href) => {
    onClose();
    if (isExternal(href)) window.open(href, "_blank", "noopener,noreferrer");
    else router.push(href);
  };
}

interface EntryGroup {
  heading: string;
  entries: Entry[];
  /** Found by their words alone. */
  more: Entry[];
  /** Stands there before anything is typed. */
  always: boolean;
}

/** Screens with their parts and actions, as far as this person may use them. */
function useEntries(data: ShellData, go: (href: string) => void, onClose: () => void): EntryGroup[] {
  const t = useTranslations("nav.palette");
  const { locale, switchTo } = useLocaleSwitch();
  const [scheme, setScheme] = useColorScheme();
  const places = useQuery(placesQuery(locale)).data;
  const wordsOf = new Map(places?.screens.map(({ href, words }) => [href, words]));

  const screens = (groups: readonly NavGroup[], kind: string): Entry[] =>
    groups.flatMap(({ label: group, items }) =>
      items.map(({ id, label: name, path, icon }) => ({
        id,
        name,
        words: `${group} ${path} ${wordsOf.get(path) ?? ""}`,
        icon,
        kind,
        choose: () => go(path),
      })),
    );
  const parts = (of: "action" | "screen" | "console", icon: ReactNode, kind: string): Entry[] =>
    (places?.items ?? [])
      .filter((place) => place.kind === of)
      .map(({ id, name, words, href }) => ({ id, name, words, icon, kind, choose: () => go(href) }));
  // Screens that stand in no menu, such as the tabs of the personal centre.
  const named = new Set([...data.main, ...data.console].flatMap(({ items }) => items.map(({ path }) => path)));
  const others = (of: "screen" | "console", icon: ReactNode, kind: string): Entry[] =>
    (places?.screens ?? [])
      .filter(({ href, kind: its }) => its === of && !named.has(href))
      .map(({ name, words, href }) => ({ id: href, name, words, icon, kind, choose: () => go(href) }));
  const isDark = scheme === "dark";
  const own: Entry[] = [
    {
      id: "look",
      name: t(isDark ? "light" : "dark"),
      words: t("words.look"),
      icon: <SunMoon aria-hidden size={16} />,
      kind: t("action"),
      choose: () => {
        setScheme(isDark ? "light" : "dark");
        onClose();
      },
    },
    {
      id: "language",
      name: t("otherLanguage"),
      words: t("words.language"),
      icon: <Languages aria-hidden size={16} />,
      kind: t("action"),
      choose: () => {
        switchTo(locale === "zh_CN" ? "en_US" : "zh_CN");
        onClose();
      },
    },
    {
      id: "shortcuts",
      name: t("shortcuts"),
      words: t("words.shortcuts"),
      icon: <Keyboard aria-hidden size={16} />,
      kind: t("action"),
      choose: () => openLayer("shortcuts"),
    },
  ];
  const actions = [...parts("action", <Plus aria-hidden size={16} />, t("action")), ...own];
  const part = <ArrowUpRight aria-hidden size={16} />;
  return [
    {
      heading: t("screens"),
      always: true,
      entries: screens(data.main, t("page")),
      more: [...others("screen", part, t("page")), ...parts("screen", part, t("page"))],
    },
    { heading: t("actions"), always: true, entries: actions, more: [] },
    {
      heading: t("console"),
      always: false,
      entries: screens(data.console, t("console")),
      more: [...others("console", part, t("console")), ...parts("console", part, t("console"))],
    },
  ];
}

const thingId = (group: string, id: string) => `${group}:${id}`;

interface ThingsProps {
  groups: readonly {
    id: string;
    heading: string;
    items: readonly { id: string; label: string; href: string; detail?: string }[];
  }[];
  chosen: string;
  go: (href: string) => void;
  heading: (name: string) => string;
}

/** What the areas found. */
function Things({ groups, chosen, go, heading }: ThingsProps) {
  const untitled = useTranslations("nav.palette")("untitled");
  return groups.map((group) => (
    <Command.Group key={group.id} heading={heading(group.heading)} className={GROUP}>
      {group.items.map(({ id, label, href, detail }) => (
        <Row
          key={id}
          id={thingId(group.id, id)}
          name={label || untitled}
          detail={detail}
          kind={group.heading}
          isChosen={thingId(group.id, id) === chosen}
          onSelect={() => go(href)}
        />
      ))}
    </Command.Group>
  ));
}

interface RowProps extends Pick<Entry, "id" | "name" | "icon" | "detail" | "kind"> {
  isChosen: boolean;
  onSelect: () => void;
}

function Row({ id, name, icon, detail, kind, isChosen, onSelect }: RowProps) {
  return (
    <Command.Item value={id} onSelect={onSelect} className={ROW}>
      {icon}
      <span className="min-w-0 flex-1 truncate">
        {name}
        {detail && <span className="ml-2 text-fg-3 text-xs">{detail}</span>}
      </span>
      <span className="ml-auto flex shrink-0 items-center gap-2 text-fg-3 text-xs">
        {kind}
        <span className="w-[18px]">
          {isChosen && (
            <Kbd>
              <CornerDownLeft aria-hidden size={11} />
            </Kbd>
          )}
        </span>
      </span>
    </Command.Item>
  );
}
