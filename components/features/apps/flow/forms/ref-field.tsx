"use client";

import { Braces } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useRef, useState } from "react";
import { ChipText, type ChipTextHandle } from "@/components/common/chip-text";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { Label } from "@/components/ui/label";
import { Popover, PopoverAnchor } from "@/components/ui/popover";
import { VALUE_MAX } from "@/lib/features/apps/workflow/limits";
import { partsOf } from "@/lib/features/apps/workflow/values";
import { FieldProblems, useFieldProblems } from "./field-problems";
import { RefChip } from "./ref-chip";
import { ValueMenu } from "./value-menu";

interface RefFieldProps {
  /** Where it stands in the node's settings, as `tests.0.left`. */
  field: string;
  label: string;
  /** Only read aloud: a row of fields has one heading. */
  hidesLabel?: boolean;
  value: string;
  onChange: (text: string) => void;
  hint?: string;
  rows?: number;
  max?: number;
  placeholder?: string;
  isCode?: boolean;
  className?: string;
}

/** Of so many lines. */
const HEIGHTS: Record<number, string> = { 2: "min-h-13", 3: "min-h-18", 4: "min-h-23", 6: "min-h-33", 8: "min-h-43" };

/** A text that can name what nodes before gave; two opening braces, or the button, show what there is. */
export function RefField(props: RefFieldProps) {
  const { field, label, hidesLabel, value, onChange, hint, rows = 1, max = VALUE_MAX, placeholder, isCode } = props;
  const t = useTranslations("apps-flow.values");
  const id = useId();
  const area = useRef<ChipTextHandle>(null);
  const [open, setOpen] = useState(false);
  /** Where a value is put, while the list is open. */
  const caret = useRef<number | null>(null);
  const problems = useFieldProblems(field);
  const wrong = problems.filter(({ code }) => code !== "required");
  const isWrong = wrong.length > 0;
  const pick = (reference: string) => {
    const at = caret.current ?? value.length;
    // What was opened by typing is written over.
    const begin = value.slice(0, at).endsWith("{{") ? at - 2 : at;
    const end = value.slice(at).startsWith("}}") && begin < at ? at + 2 : at;
    const name = `{{${reference}}}`;
    onChange(`${value.slice(0, begin)}${name}${value.slice(end)}`);
    caret.current = begin + name.length;
    setOpen(false);
  };
  const giveBack = () => {
    area.current?.focus(caret.current ?? undefined);
    caret.current = null;
  };
  const insert = (
    <IconButton
      icon={Braces}
      size={24}
      iconSize={14}
      label={t("insert", { field: label })}
      aria-haspopup="dialog"
      aria-expanded={open}
      onClick={() => {
        caret.current = area.current?.caret() ?? value.length;
        setOpen(!open);
      }}
    />
  );
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <div className={cn("min-w-0", props.className)} data-field={field}>
        <div className={cn("flex items-center justify-between", hidesLabel && "sr-only")}>
          <Label id={`${id}-label`} htmlFor={id} onClick={() => area.current?.focus()}>
            {label}
          </Label>
          {!hidesLabel && insert}
        </div>
        <PopoverAnchor asChild>
          <div className="relative">
            <ChipText
              ref={area}
              id={id}
              value={value}
              piecesOf={partsOf}
              chipOf={(reference) => (
                <RefChip reference={reference} isWrong={wrong.some(({ args }) => args?.name === reference)} />
              )}
              labelledBy={`${id}-label`}
              describedBy={problems.length > 0 || hint ? `${id}-message` : undefined}
              isMultiline={rows > 1}
              max={max}
              placeholder={placeholder}
              invalid={isWrong}
              spellCheck={!isCode}
              className={cn(
                rows === 1 ? "min-h-8" : `max-h-96 resize-y overflow-y-auto ${HEIGHTS[rows] ?? "min-h-18"}`,
                isCode && "font-mono",
                hidesLabel && "pr-8",
              )}
              onChange={(text, at) => {
                onChange(text);
                const isTyped = text.length === value.length + 1 && text.slice(0, at).endsWith("{{");
                if (!isTyped) return;
                caret.current = at;
                setOpen(true);
              }}
            />
            {hidesLabel && <span className="absolute top-1 right-1">{insert}</span>}
          </div>
        </PopoverAnchor>
        {problems.length > 0 ? (
          <FieldProblems id={`${id}-message`} field={field} />
        ) : (
          hint && (
            <p id={`${id}-message`} className="mt-1 text-fg-3 text-xs">
              {hint}
            </p>
          )
        )}
        {open && <ValueMenu field={field} onPick={pick} onClose={giveBack} />}
      </div>
    </Popover>
  );
}
