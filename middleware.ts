import { gate } from "@/lib/auth/gate";

export default gate;

// Pages only: a body over 10 MB that passes through middleware arrives cut (TRAPS g).
export const config = {
  runtime: "nodejs",
  matcher: ["/((?!api|public|metrics|_next/static|_next/image|favicon.ico|brand/).*)"],
};
