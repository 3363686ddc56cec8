"use client";

import { RouteFailure } from "@/components/common/route-failure";

export default function RootError(props: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <div className="flex min-h-dvh bg-background">
      <RouteFailure {...props} />
    </div>
  );
}
