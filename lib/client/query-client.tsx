"use client";

import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ApiError } from "./api-error";
import { pendingOf, reportFailure } from "./report-failure";

declare module "@tanstack/react-query" {
  interface Register {
    /** `quiet`: the screen shows the failure itself, no toast. A 401 always ends the session, a due step leads to it. */
    queryMeta: { quiet?: boolean };
    mutationMeta: { quiet?: boolean };
  }
}

const isQuiet = (meta: { quiet?: boolean } | undefined, error: unknown) =>
  meta?.quiet === true && !(error instanceof ApiError && error.code === 401) && !pendingOf(error);

/** Failures that another try may cure: no answer, or a server that is busy. */
const isTransient = (error: unknown) =>
  error instanceof ApiError && (error.reason === "network" || error.code === 502 || error.code === 503);

/** A query client with our failure handling, wired once for every query and mutation. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (!isQuiet(query.meta, error)) reportFailure(error);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (!isQuiet(mutation.meta, error)) reportFailure(error);
      },
    }),
    defaultOptions: {
      queries: { staleTime: 10_000, retry: (count, error) => count < 2 && isTransient(error) },
      mutations: { retry: false },
    },
  });
}

let browserClient: QueryClient | undefined;

/** The browser's one client: what was loaded stays when a person goes from the workspace to the console. */
export function browserQueryClient(): QueryClient {
  browserClient ??= createQueryClient();
  return browserClient;
}

export function QueryProvider({ children }: { children: ReactNode }) {
  // The server makes one for each render, or people would share answers.
  const [client] = useState(() => (typeof window === "undefined" ? createQueryClient() : browserQueryClient()));
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
