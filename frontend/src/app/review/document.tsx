import type { Language } from '@gmb-moments/backend/contract/languages';
import { QueryClientProvider, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { Component, StrictMode, type ComponentType, type ReactNode } from 'react';
import { RenderedForPhoneContext } from '../../lib/media-queries';
import { LanguageProvider } from '../../lib/texts/language-provider';
import { ErrorPage } from '../error-page';

/** Id of the script element with the data for hydration, as JSON. */
export const DRAWN_ID = 'drawn';

/** The data from which the server rendered a page. */
export interface Drawn {
  /** Last segment of the page's path. */
  link: string;
  isPhone: boolean;
  /** The language, unless the visitor has chosen another one since. */
  language: Language;
  /** Data of the page's queries. */
  answers: [key: QueryKey, data: unknown][];
}

/** A page component of a public link. */
export type ReviewPage = ComponentType<{ link: string }>;

interface ReviewDocumentProps extends Omit<Drawn, 'answers'> {
  Page: ReviewPage;
  client: QueryClient;
}

/** Puts the data of a page's queries into the cache. */
export function answer(client: QueryClient, answers: Drawn['answers']): void {
  for (const [key, data] of answers) client.setQueryData(key, data);
}

/** A review page with its providers, the same on the server and in the browser. */
export function ReviewDocument({ Page, client, link, isPhone, language }: ReviewDocumentProps) {
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        <RenderedForPhoneContext value={isPhone}>
          <LanguageProvider language={language}>
            <OrErrorPage>
              <Page link={link} />
            </OrErrorPage>
          </LanguageProvider>
        </RenderedForPhoneContext>
      </QueryClientProvider>
    </StrictMode>
  );
}

class OrErrorPage extends Component<{ children: ReactNode }, { failed?: { error: unknown } }> {
  override state: { failed?: { error: unknown } } = {};

  static getDerivedStateFromError(error: unknown) {
    return { failed: { error } };
  }

  override render() {
    return this.state.failed ? <ErrorPage error={this.state.failed.error} /> : this.props.children;
  }
}
