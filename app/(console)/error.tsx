"use client";

import { RouteFailure } from "@/components/common/route-failure";

export default RouteFailure;
