import type { ClientView } from '@gmb-moments/backend/contract/clients';
import type { SharingView } from '@gmb-moments/backend/contract/links';
import type { ListedReviewer } from '@gmb-moments/backend/contract/reviewers';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { ReviewerDialog } from './reviewer-dialog';
import { ShareDialog } from './share-dialog';
import { reviewersQuery, sharingQuery, type Shared } from '../../records/sharing';
import { SendIcon, UserPlusIcon } from '../../ui/icons';
import { EmptyState, Loading, QueryView } from '../../ui/placeholders';
import { RowSkeletons } from '../../ui/record-rows';
import styles from './client-reviewers.module.css';
import { ClientSharing } from './client-sharing';
import { ReviewerRow } from './reviewer-row';
import { useCan } from '../../records/permissions';

/** Who is chosen when the portal is shared: one reviewer, or all. */
type OpenDialog = { only?: string };

/** The reviewers of a client, their links to its portal, and the settings for all of its links. */
export function ClientReviewers({ client }: { client: ClientView }) {
  const { id } = client;
  const [isAdding, setAdding] = useState(false);
  const [chosen, setChosen] = useState<OpenDialog | null>(null);
  const reviewers = useQuery(reviewersQuery(id));
  const mayShare = useCan('review.share');
  const sharing = useQuery(sharingQuery({ path: 'clients', id }));
  const loading = (
    <Loading label="Loading the reviewers">
      <RowSkeletons count={2} />
    </Loading>
  );
  return (
    <section aria-labelledby="client-reviewers">
      <div className={`row wrap gap-8 ${styles['head']}`}>
        <h2 id="client-reviewers" className="fill heading">
          Reviewers
        </h2>
        {mayShare && reviewers.data && reviewers.data.length > 0 && (
          <Button icon={<SendIcon />} onClick={() => setChosen({})}>
            Share portal
          </Button>
        )}
        {mayShare && (
          <Button icon={<UserPlusIcon />} onClick={() => setAdding(true)}>
            Add Reviewer
          </Button>
        )}
      </div>
      <QueryView query={reviewers} failed="The reviewers could not be loaded" loading={loading}>
        {(people) => (
          <QueryView query={sharing} failed="The links could not be loaded" loading={loading}>
            {(links) => (
              <div className="grid gap-16">
                <ReviewerTable people={people} sharing={links} onShare={(only) => setChosen({ only })} />
                <ClientSharing clientId={id} sharing={links} />
              </div>
            )}
          </QueryView>
        )}
      </QueryView>
      {isAdding && <ReviewerDialog clientId={id} onClose={() => setAdding(false)} />}
      {chosen && <PortalDialog client={client} {...chosen} onClose={() => setChosen(null)} />}
    </section>
  );
}

interface ReviewerTableProps {
  people: ListedReviewer[];
  sharing: SharingView;
  onShare: (reviewerId: string) => void;
}

function ReviewerTable({ people, sharing, onShare }: ReviewerTableProps) {
  if (people.length === 0) {
    return (
      <EmptyState
        text="No reviewers yet"
        hint="Reviewers are the people of this client who decide. Each gets links of their own, and decisions carry their name."
      />
    );
  }
  return (
    <div className="stack gap-8">
      <p className="muted">
        A portal link opens a list of all that was shared with this client: what waits for a decision, and what is
        decided.
      </p>
      <ul className="frame divided">
        {people.map((reviewer) => (
          <li key={reviewer.id}>
            <ReviewerRow
              reviewer={reviewer}
              link={sharing.links.find((link) => link.reviewer.id === reviewer.id)}
              onShare={() => onShare(reviewer.id)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The dialog that shares a client's portal with its reviewers. */
function PortalDialog({ client, only, onClose }: OpenDialog & { client: ClientView; onClose: () => void }) {
  const { id, business } = client;
  const shared: Shared = {
    path: 'clients',
    id,
    title: `Portal of ${business}`,
    clientId: id,
    business,
    amount: 'all photos and texts',
  };
  return <ShareDialog shared={shared} {...(only && { only })} onClose={onClose} />;
}
