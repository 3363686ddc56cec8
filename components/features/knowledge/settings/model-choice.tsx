"use client";

import { type ReactNode, useId } from "react";
import { FormFailure } from "@/components/form/form-failure";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";

interface ModelChoiceProps {
  texts: { title: string; model: string; hint: string };
  options: { value: string; label: string }[];
  /** The one in use. */
  current: string;
  /** Another one that is looked at. */
  wanted: string | null;
  onWant: (model: string | null) => void;
  isDisabled: boolean;
  error: Error | null;
  children: ReactNode;
}

/** A section of a base in which a model is chosen; what another one costs is told before it is taken. */
export function ModelChoice({
  texts,
  options,
  current,
  wanted,
  onWant,
  isDisabled,
  error,
  children,
}: ModelChoiceProps) {
  const id = useId();
  return (
    <section aria-labelledby={`${id}-title`} className="space-y-3 border-t pt-5">
      <h2 id={`${id}-title`} className="font-semibold text-sm">
        {texts.title}
      </h2>
      <Field id={id} label={texts.model} hint={texts.hint}>
        <Select
          id={id}
          aria-describedby={`${id}-message`}
          value={wanted ?? current}
          options={options}
          disabled={isDisabled}
          onValueChange={(value) => onWant(value === current ? null : value)}
          className="w-full"
        />
      </Field>
      {children}
      <FormFailure error={error} />
    </section>
  );
}

interface ToldCostProps {
  /** What it costs. */
  estimate: ReactNode;
  /** The wanted model is taken, or the one in use stays; null while no other is wanted. */
  taking: {
    label: string;
    keep: string;
    isDisabled: boolean;
    isBusy: boolean;
    onTake: () => void;
    onKeep: () => void;
  } | null;
  children?: ReactNode;
}

/** What a choice costs, and what may be done about it. */
export function ToldCost({ estimate, taking, children }: ToldCostProps) {
  return (
    <div className="space-y-2 rounded-md border bg-subtle px-3 py-2.5">
      {estimate}
      <div className="flex gap-2 empty:hidden">
        {taking ? (
          <>
            <Button disabled={taking.isDisabled || taking.isBusy} onClick={taking.onTake}>
              {taking.label}
            </Button>
            <Button variant="ghost" disabled={taking.isBusy} onClick={taking.onKeep}>
              {taking.keep}
            </Button>
          </>
        ) : (
          children
        )}
      </div>
    </div>
  );
}
