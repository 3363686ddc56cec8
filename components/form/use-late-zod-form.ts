"use client";

import { useEffect } from "react";
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from "react-hook-form";
import type { z } from "zod";

/**
 * As `useZodForm`, for a form that stands in a page and not in a drawer: schema and checker (42 KiB) come once the form
 * shows, beside what the page needs to be used. Where they cannot be fetched the server's check is the only one.
 */
export function useLateZodForm<Input extends FieldValues, Output>(
  load: () => Promise<z.ZodType<Output, Input>>,
  defaultValues: DefaultValues<Input>,
): UseFormReturn<Input, unknown, Output> {
  const loadAll = () => Promise.all([import("@hookform/resolvers/zod"), load()]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, ahead of the first check
  useEffect(() => {
    loadAll().catch(() => undefined);
  }, []);
  return useForm<Input, unknown, Output>({
    resolver: async (values, ...form) => {
      const loaded = await loadAll().catch(() => null);
      if (!loaded) return { values: values as unknown as Output, errors: {} };
      const [{ zodResolver }, schema] = loaded;
      return zodResolver(schema)(values, ...form);
    },
    defaultValues,
    mode: "onTouched",
    shouldFocusError: true,
  });
}
