import { useNavigate } from 'react-router-dom';
import { DomainIcon } from './domain-icon';
import { HostPage } from './host-page';

/** Stands on an agency's domain in the place of every page of staff (spec 2, "Agency domains"). */
export function AccessRestricted() {
  return (
    <HostPage title="Access Restricted">
      <div className="review-message">
        <DomainIcon />
        <h1>Access Restricted</h1>
        <p>
          This page is not accessible through agency domains. Administrative features are only available through the
          main system domain.
        </p>
        <CurrentDomain />
        <PublicPagesButton />
      </div>
    </HostPage>
  );
}

/** Where unknown paths lead on an agency's domain. */
export function HostNotFound() {
  return (
    <HostPage title="404 Page Not Found">
      <div className="review-message">
        <DomainIcon />
        <h1>404 Page Not Found</h1>
        <p>There is no page at this address.</p>
        <PublicPagesButton />
      </div>
    </HostPage>
  );
}

/** Stands on an agency's domain in the place of the login page. */
export function LoginNotAvailable() {
  return (
    <HostPage title="Login Not Available">
      <div className="review-message">
        <DomainIcon />
        <h1>Login Not Available</h1>
        <p>Admin login is not accessible through agency domains.</p>
        <CurrentDomain />
        <p>Please use the main system domain to access administrative features.</p>
      </div>
    </HostPage>
  );
}

function CurrentDomain() {
  return <p className="host-domain">Current domain: {window.location.hostname}</p>;
}

function PublicPagesButton() {
  const navigate = useNavigate();
  return (
    <button
      type="button"
      className="review-button review-button-brand"
      onClick={() => void navigate('/public/moments')}
    >
      Return to Public Pages
    </button>
  );
}
