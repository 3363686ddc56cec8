import { type QueryKey, type UseMutationOptions, useMutation, useQueryClient } from "@tanstack/react-query";

/** A form shows the failure of its change itself. */
export const BY_FORM = { meta: { quiet: true } };

/** What is done, and how a failure of it is shown. */
export type Change<Input, Output> = [
  mutationFn: (input: Input) => Promise<Output>,
  more?: Pick<UseMutationOptions<Output, Error, Input>, "meta">,
];

/** A change after which everything below a key is read anew. */
export function useChangeOf<Input, Output = unknown>(queryKey: QueryKey, ...change: Change<Input, Output>) {
  const [mutationFn, more] = change;
  const client = useQueryClient();
  return useMutation({ mutationFn, onSuccess: () => client.invalidateQueries({ queryKey }), ...more });
}
