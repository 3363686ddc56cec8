"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowUpRight, AtSign, BookText, FileText, Library, type LucideIcon, Plus, VenetianMask } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, type Ref, type RefObject, useEffect, useImperativeHandle, useState } from "react";
import { useKeyword } from "@/components/common/use-keyword";
import { cn } from "@/components/ui/cn";
import { Popover, PopoverAnchor, PopoverContent } from "@/components/ui/popover";
import { useLocaleSwitch } from "@/lib/client/use-locale-switch";
import { mentionsQuery, placesQuery } from "@/lib/palette/hooks";
import { bestMatches } from "@/lib/palette/match";
import type { ComposerOffers } from "./offers";
import { sideOf } from "./side";
import type { TypedSign } from "./sign";

export interface MentionMenuHandle {
  /** Whether the key was the list's. */
  handleKey: (event: KeyboardEvent) => boolean;
}

interface MentionMenuProps {
  ref: Ref<MentionMenuHandle>;
  id: string;
  typed: TypedSign;
  offers: ComposerOffers;
  /** The frame of the composer, which the list stands above. */
  anchor: RefObject<HTMLElement | null>;
  /** Id of the option the keyboard is on. */
  onActive: (optionId: string | undefined) => void;
  /** Something is chosen: the sign goes from the text, then it is done. */
  onChoose: (run: () => void) => void;
  onClose: () => void;
}

interface Option {
  id: string;
  label: string;
  detail?: string;
  icon: LucideIcon;
  run: () => void;
}
interface OptionGroup {
  id: string;
  heading: string;
  options: Option[];
}

const ICONS: Readonly<Record<string, LucideIcon>> = {
  prompt: BookText,
  role: VenetianMask,
  file: FileText,
  base: Library,
};
const COMMANDS_MAX = 6;

/** What is offered behind a sign: a list above the composer, walked from the text, in which the caret stays. */
export function MentionMenu({ ref, id, typed, offers, anchor, onActive, onChoose, onClose }: MentionMenuProps) {
  const t = useTranslations("chat.mentions");
  const { groups, isLooking } = useGroups(typed, offers);
  const options = groups.flatMap((group) => group.options);
  const [at, setAt] = useState(0);
  const [side] = useState(() => {
    const frame = anchor.current?.getBoundingClientRect();
    return frame ? sideOf(frame, window.innerHeight) : "top";
  });
  const current = options[Math.min(at, options.length - 1)];
  const activeId = current && `${id}-${current.id}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words begin at the first again
  useEffect(() => setAt(0), [typed.sign, typed.words]);
  // The text field names the option for screen readers.
  useEffect(() => onActive(activeId), [activeId, onActive]);
  useEffect(() => () => onActive(undefined), [onActive]);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
  }, [activeId]);

  const choose = (option: Option) => onChoose(option.run);
  useImperativeHandle(ref, () => ({
    handleKey: ({ key, shiftKey, altKey, ctrlKey, metaKey }) => {
      if (key === "Escape") {
        onClose();
        return true;
      }
      if (!current || altKey || ctrlKey || metaKey) return false;
      const index = options.indexOf(current);
      if (key === "ArrowDown") setAt((index + 1) % options.length);
      else if (key === "ArrowUp") setAt((index + options.length - 1) % options.length);
      else if ((key === "Enter" || key === "Tab") && !shiftKey) choose(current);
      else return false;
      return true;
    },
  }));

  return (
    <Popover open modal={false} onOpenChange={(open) => !open && onClose()}>
      <PopoverAnchor virtualRef={anchor as RefObject<HTMLElement>} />
      <PopoverContent
        side={side}
        align="start"
        role="group"
        aria-label={t(typed.sign === "/" ? "commands" : "files")}
        onOpenAutoFocus={(event) => event.preventDefault()}
        onCloseAutoFocus={(event) => event.preventDefault()}
        onEscapeKeyDown={(event) => event.preventDefault()}
        onFocusOutside={(event) => event.preventDefault()}
        onInteractOutside={(event) => {
          if (event.target instanceof Node && anchor.current?.contains(event.target)) event.preventDefault();
        }}
        className="flex max-h-[min(340px,var(--radix-popover-content-available-height))] w-(--radix-popover-trigger-width) flex-col overflow-hidden"
      >
        <div
          id={id}
          role="listbox"
          aria-label={t(typed.sign === "/" ? "commands" : "files")}
          // The caret stays in the text, whatever is pressed here.
          onMouseDown={(event) => event.preventDefault()}
          className="overflow-y-auto p-1.5"
        >
          {groups.map((group) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options
            <div key={group.id} role="group" aria-label={group.heading}>
              <p aria-hidden className="px-2.5 py-1.5 text-xs text-fg-3">
                {group.heading}
              </p>
              {group.options.map((option) => (
                <OptionRow
                  key={option.id}
                  id={`${id}-${option.id}`}
                  option={option}
                  isCurrent={option === current}
                  onPoint={() => setAt(options.indexOf(option))}
                  onChoose={() => choose(option)}
                />
              ))}
            </div>
          ))}
        </div>
        {options.length === 0 && (
          <p role="status" className="px-4 py-3 text-fg-3">
            {t(isLooking ? "looking" : typed.sign === "/" ? "noCommand" : typed.words ? "noFile" : "noFiles")}
          </p>
        )}
      </PopoverContent>
    </Popover>
  );
}

interface OptionRowProps {
  id: string;
  option: Option;
  isCurrent: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

function OptionRow({ id, option: { label, detail, icon: Icon }, isCurrent, onPoint, onChoose }: OptionRowProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the text keeps the focus and names the option
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys reach it from the text
    <div
      id={id}
      role="option"
      aria-selected={isCurrent}
      onPointerMove={onPoint}
      onClick={onChoose}
      className={cn(
        "flex min-h-9 cursor-default items-center gap-2.5 rounded-sm px-2.5 py-1 pointer-coarse:min-h-11",
        isCurrent && "bg-muted dark:bg-pressed",
      )}
    >
      <Icon aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-fg-3" />
      <span className="max-w-[70%] shrink-0 truncate">{label}</span>
      {detail && <span className="min-w-0 flex-1 truncate text-fg-3 text-xs">{detail}</span>}
    </div>
  );
}

/** What fits the words: commands of the screen and of the product, and what the areas have. */
function useGroups({ sign, words }: TypedSign, offers: ComposerOffers): { groups: OptionGroup[]; isLooking: boolean } {
  const t = useTranslations("chat.mentions");
  const router = useRouter();
  const { locale } = useLocaleSwitch();
  const [asked, setAsked] = useState(words);
  const [, follow] = useKeyword(asked, setAsked);
  const keyword = words.trim();
  useEffect(() => follow(words), [words, follow]);
  const found = useQuery(mentionsQuery(locale, sign, Object.keys(offers.take), asked.trim()));
  const places = useQuery({ ...placesQuery(locale), enabled: sign === "/" }).data;
  const isBehind = found.isPlaceholderData || asked.trim() !== keyword;

  const commands =
    sign === "/"
      ? [
          ...offers.commands.map(({ id, ...command }) => ({ id: `command-${id}`, ...command })),
          ...(places?.items ?? []).flatMap(({ id, name, words: other, href, inChat, kind }) =>
            inChat
              ? [
                  {
                    id: `place-${id}`,
                    name,
                    words: other,
                    icon: kind === "action" ? Plus : ArrowUpRight,
                    run: () => router.push(href),
                  },
                ]
              : [],
          ),
        ]
      : [];
  const { entries: fitting, rank } = keyword
    ? bestMatches(commands, keyword, COMMANDS_MAX)
    : { entries: commands, rank: null };
  const groups = (found.data?.items ?? []).map(({ id, kind, heading, items }) => ({
    id,
    heading,
    options: items
      // What was found for other words is offered as far as it fits these.
      .filter(({ label }) => !isBehind || label.toLowerCase().includes(keyword.toLowerCase()))
      .map((item) => ({
        id: `${id}-${item.id}`,
        label: item.label,
        detail: item.detail,
        icon: ICONS[kind] ?? AtSign,
        run: () => offers.take[kind]?.(item),
      })),
  }));
  const own: OptionGroup = {
    id: "commands",
    heading: t("commandsHeading"),
    options: fitting.map(({ id, name, icon, run }) => ({ id, label: name, icon, run })),
  };
  return {
    // A command that is called so goes before what the areas have.
    groups: (rank === 0 ? [own, ...groups] : [...groups, own]).filter(({ options }) => options.length > 0),
    isLooking: isBehind || found.isLoading,
  };
}
