"use client";

import { Braces } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { Label } from "@/components/ui/label";
import { Popover, PopoverAnchor } from "@/components/ui/popover";
import { Textarea } from "@/components/ui/textarea";
import { VALUE_MAX } from "@/lib/features/apps/workflow/limits";
import { FieldProblems, useFieldProblems } from "./field-problems";
import { RefChips } from "./ref-chips";
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

/** A text that can name what nodes before gave; two opening braces, or the button, show what there is. */
export function RefField(props: RefFieldProps) {
  const { field, label, hidesLabel, value, onChange, hint, rows = 1, max = VALUE_MAX, placeholder, isCode } = props;
  const t = useTranslations("apps-flow.values");
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [open, setOpen] = useState(false);
  const caret = useRef<number | null>(null);
  const problems = useFieldProblems(field);
  const isWrong = problems.some(({ code }) => code !== "required");
  const pick = (reference: string) => {
    const at = caret.current ?? area.current?.selectionStart ?? value.length;
    // What was opened by typing is written over.
    const begin = value.slice(0, at).endsWith("{{") ? at - 2 : at;
    const end = value.slice(at).startsWith("}}") && begin < at ? at + 2 : at;
    const name = `{{${reference}}}`;
    onChange(`${value.slice(0, begin)}${name}${value.slice(end)}`);
    caret.current = begin + name.length;
    setOpen(false);
  };
  const giveBack = () => {
    const at = caret.current;
    area.current?.focus();
    if (at !== null) area.current?.setSelectionRange(at, at);
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
        caret.current = area.current?.selectionStart ?? value.length;
        setOpen(!open);
      }}
    />
  );
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <div className={cn("min-w-0", props.className)} data-field={field}>
        <div className={cn("flex items-center justify-between", hidesLabel && "sr-only")}>
          <Label htmlFor={id}>{label}</Label>
          {!hidesLabel && insert}
        </div>
        <PopoverAnchor asChild>
          <div className="relative">
            <Textarea
              ref={area}
              id={id}
              rows={rows}
              value={value}
              maxLength={max}
              placeholder={placeholder}
              invalid={isWrong}
              aria-describedby={problems.length > 0 || hint ? `${id}-message` : undefined}
              spellCheck={!isCode}
              className={cn(
                rows === 1 && "h-8 resize-none! overflow-hidden py-1!",
                isCode && "font-mono",
                hidesLabel && "pr-8",
              )}
              onKeyDown={(event) => {
                if (rows === 1 && event.key === "Enter" && !event.nativeEvent.isComposing) event.preventDefault();
              }}
              onChange={(event) => {
                const text = event.target.value;
                onChange(rows === 1 ? text.replace(/\n/g, " ") : text);
                const at = event.target.selectionStart;
                const isTyped = text.length === value.length + 1 && text.slice(0, at).endsWith("{{");
                if (!isTyped) return;
                caret.current = at;
                setOpen(true);
              }}
            />
            {hidesLabel && <span className="absolute top-1 right-1">{insert}</span>}
          </div>
        </PopoverAnchor>
        <RefChips text={value} field={field} />
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
