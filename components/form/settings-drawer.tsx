"use client";

import type { ReactNode } from "react";
import type { DefaultValues, FieldValues } from "react-hook-form";
import type { z } from "zod";
import { LoadingDrawer } from "@/components/common/loading-drawer";
import { FormDrawer } from "./form-drawer";
import { useSaveForm } from "./use-save-form";
import { useZodForm } from "./use-zod-form";

interface Revised {
  revision?: string;
}

interface SettingsDrawerProps<Input extends FieldValues, Output> {
  title: string;
  schema: z.ZodType<Output, Input>;
  /** The settings as they are stored. */
  query: { data: (Input & Revised) | undefined; isError: boolean; refetch: () => unknown };
  save: (values: Output & Revised) => Promise<unknown>;
  onClose: () => void;
  /** The fields. */
  children: ReactNode;
}

/** A drawer that changes one record of settings, which it loads. */
export function SettingsDrawer<Input extends FieldValues, Output>(props: SettingsDrawerProps<Input, Output>) {
  const { title, query, onClose } = props;
  if (query.data) return <SettingsForm {...props} stored={query.data} />;
  return <LoadingDrawer title={title} isError={query.isError} onRetry={() => void query.refetch()} onClose={onClose} />;
}

function SettingsForm<Input extends FieldValues, Output>({
  title,
  schema,
  stored,
  save,
  onClose,
  children,
}: SettingsDrawerProps<Input, Output> & { stored: Input & Revised }) {
  const { revision, ...values } = stored;
  const form = useZodForm(schema, values as DefaultValues<Input>);
  const saving = useSaveForm(form, {
    revision,
    save: (values, revision) => save({ ...values, revision }),
    onSaved: onClose,
  });
  return (
    <FormDrawer title={title} saving={saving} onClose={onClose}>
      {children}
    </FormDrawer>
  );
}
