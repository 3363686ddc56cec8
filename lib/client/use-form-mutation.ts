"use client";

import { type UseMutationOptions, useMutation } from "@tanstack/react-query";

/** A change whose failure the form shows itself: no toast says it again. */
export function useFormMutation<Input, Data>(
  mutationFn: (input: Input) => Promise<Data>,
  onSuccess?: UseMutationOptions<Data, Error, Input>["onSuccess"],
) {
  return useMutation({ mutationFn, onSuccess, meta: { quiet: true } });
}
