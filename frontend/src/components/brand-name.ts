import { DEFAULT_BRAND_NAME } from '@gmb-moments/backend/contract/limits';
import { createContext } from 'react';

/** The platform's name, as the tabs of the browser show it. */
export const BrandName = createContext(DEFAULT_BRAND_NAME);
